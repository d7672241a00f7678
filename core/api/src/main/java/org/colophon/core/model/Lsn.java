// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

/**
 * Constants for log sequence numbers. An LSN is a positive, rising {@code long}: the position of an
 * operation in the total order of a store. LSNs are never reused and never reordered, but they may
 * have gaps. Order never depends on clocks.
 */
public final class Lsn {
  /** No position; smaller than every LSN. */
  public static final long NONE = 0L;

  /** The first LSN of a store. */
  public static final long FIRST = 1L;

  /** End of an interval that has not ended, or a bound that includes everything recorded so far. */
  public static final long OPEN = Long.MAX_VALUE;

  /** Bound that includes everything recorded so far. */
  public static final long LATEST = Long.MAX_VALUE;

  private Lsn() {}

  /** Returns the LSN as text: {@code open} for {@link #OPEN}, digits otherwise. */
  public static String format(long lsn) {
    return lsn == OPEN ? "open" : Long.toString(lsn);
  }
}
