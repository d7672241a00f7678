package org.colophon.core.model;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Why one process was informed by another (PROV wasInformedBy, OPM WasTriggeredBy). Codes are
 * durable: never renumber.
 *
 * <p>Where two sources each tell of one end of a connection, and one may be read hours after the
 * other, LSNs do not say what of the one was before what of the other. {@link #SENT} and {@link
 * #RECEIVED} cross from one to the other: their LSN belongs to one end alone.
 */
public enum LinkKind {
  /** The effect is a fork of the cause and holds a copy of its memory. */
  FORK(0, Flow.DATA),
  /** The effect replaced the cause by execve: arguments and descriptors pass, memory does not. */
  EXEC(1, Flow.CONTROL),
  /** The cause sent the effect a signal. */
  SIGNAL(2, Flow.CONTROL),
  /**
   * The cause wrote into the effect's memory, or the effect read the cause's (ptrace, process_vm).
   */
  MEMORY(3, Flow.DATA),
  /** The cause learned of it otherwise; content may have passed. */
  INFORM(4, Flow.DATA),
  /**
   * What the cause knew by this LSN it sent to the effect, which another source tells of and which
   * may have got it at any time.
   */
  SENT(5, Flow.DATA),
  /**
   * By this LSN the effect has begun to receive from the cause, which another source tells of and
   * which may have known it at any time.
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

  /** The kind with a durable code. */
  public static LinkKind of(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new ColophonException(ErrorCode.STORE_CORRUPT, "unknown link kind code " + code);
    }
    return BY_CODE[code];
  }
}
