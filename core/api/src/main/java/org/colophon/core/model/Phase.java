// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

/**
 * Phase of the call that an operation describes. Calls take time and overlap, so a reporter that
 * sees both ends of a call reports both. The operation then spans both LSNs. In lineage, a write
 * takes effect from its start, and a read until its end. Codes are durable.
 */
public enum Phase {
  /** The whole call, with a single LSN. */
  WHOLE(0),
  /** The call, or a mapping that may be used at any time, has begun. */
  BEGIN(1),
  /** The call or mapping reported by {@link #BEGIN} has ended. */
  END(2);

  private static final Phase[] BY_CODE = values();

  private final int code;

  Phase(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** Returns the phase with a code from {@link #code}. */
  public static Phase of(int code) {
    return BY_CODE[code];
  }
}
