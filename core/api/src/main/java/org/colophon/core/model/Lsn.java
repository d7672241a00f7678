package org.colophon.core.model;

/**
 * Constants for log sequence numbers. An LSN is a {@code long}, positive and rising: the position
 * of an operation in the one total order of a store. LSNs are never reused and never reordered, but
 * they may have gaps. Order never depends on clocks.
 */
public final class Lsn {
  /** No position; smaller than every LSN. */
  public static final long NONE = 0L;

  /** The first LSN of a store. */
  public static final long FIRST = 1L;

  /** As the end of an interval: not ended yet. As a bound: everything recorded so far. */
  public static final long OPEN = Long.MAX_VALUE;

  /** As a bound: everything recorded so far. */
  public static final long LATEST = Long.MAX_VALUE;

  private Lsn() {}

  /** The LSN as people read it: {@code open} for {@link #OPEN}, digits otherwise. */
  public static String format(long lsn) {
    return lsn == OPEN ? "open" : Long.toString(lsn);
  }
}
