package org.colophon.core.model;

/**
 * Which part of a call an operation reports. A call takes time and calls overlap, so a reporter
 * that sees a call begin and end reports both; the operation then spans both LSNs. A write counts
 * from its begin, a read up to its end. Codes are durable.
 */
public enum Phase {
  /** The whole call, seen as one point of the order. */
  WHOLE(0),
  /** The call, or a mapping that may be used at any time, has begun. */
  BEGIN(1),
  /** What {@link #BEGIN} reported is over. */
  END(2);

  private static final Phase[] BY_CODE = values();

  private final int code;

  Phase(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** The phase with a code from {@link #code}. */
  public static Phase of(int code) {
    return BY_CODE[code];
  }
}
