// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import org.colophon.core.error.ErrorCode;

/**
 * Reasons for which one process was informed by another (PROV wasInformedBy, OPM WasTriggeredBy).
 * Codes are durable: never renumber.
 *
 * <p>Two sources may each report one end of a connection, hours apart. Then LSNs do not order the
 * two ends. {@link #SENT} and {@link #RECEIVED} connect them: each of these links has an LSN of one
 * end only.
 */
public enum LinkKind {
  /** The effect is a fork of the cause and holds a copy of its memory. */
  FORK(0, Flow.DATA),
  /**
   * The effect replaced the cause by execve: arguments and descriptors are passed on, memory is
   * not.
   */
  EXEC(1, Flow.CONTROL),
  /** The cause sent the effect a signal. */
  SIGNAL(2, Flow.CONTROL),
  /**
   * The cause wrote into the effect's memory, or the effect read the cause's (ptrace, process_vm).
   */
  MEMORY(3, Flow.DATA),
  /** The cause informed the effect in another way; content may have flowed. */
  INFORM(4, Flow.DATA),
  /**
   * The effect was sent content that the cause had by this LSN. Another source reports the effect,
   * which may have received the content at any time.
   */
  SENT(5, Flow.DATA),
  /**
   * The effect began to receive from the cause by this LSN. Another source reports the cause, which
   * may have known the content at any time.
   */
  RECEIVED(6, Flow.DATA);

  private static final LinkKind[] BY_CODE = values();

  private final int code;
  private final Flow flow;

  LinkKind(int code, Flow flow) {
    this.code = code;
    this.flow = flow;
  }

  public int code() {
    return code;
  }

  public Flow flow() {
    return flow;
  }

  /** Returns the kind for a durable code. */
  public static LinkKind of(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw ErrorCode.STORE_CORRUPT.exception("unknown link kind code " + code);
    }
    return BY_CODE[code];
  }
}
