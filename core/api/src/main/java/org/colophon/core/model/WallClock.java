// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

/**
 * Precision of wall-clock times. Stores keep whole milliseconds for every source, so that all times
 * of a store are comparable and every adapter gives the same answer.
 */
public final class WallClock {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private WallClock() {}

  /** Returns the last whole millisecond at or before a time; both in nanoseconds since 1970. */
  public static long wholeMillis(long nanos) {
    return nanos - Math.floorMod(nanos, NANOS_PER_MILLI);
  }
}
