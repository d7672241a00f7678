// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.inside;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Converts between Linux's monotonic clock, which is also {@link System#nanoTime}, and the wall
 * clock.
 */
public final class KernelClock {
  private static final int SAMPLES = 16;
  private static final long OFFSET = offset();

  private KernelClock() {}

  /** Converts a time of the monotonic clock to nanoseconds since 1970. */
  public static long wallNanos(long monotonicNanos) {
    return monotonicNanos + OFFSET;
  }

  /** Converts nanoseconds since 1970 to a time of the monotonic clock. */
  public static long monotonicNanos(long wallNanos) {
    return wallNanos - OFFSET;
  }

  /** Measures the offset several times and returns the result of the fastest measurement. */
  private static long offset() {
    long best = 0;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < SAMPLES; i++) {
      long before = System.nanoTime();
      Instant now = Instant.now();
      long took = System.nanoTime() - before;
      if (took < least) {
        least = took;
        best = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - before - took / 2;
      }
    }
    return best;
  }
}
