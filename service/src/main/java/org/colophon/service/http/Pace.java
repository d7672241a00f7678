// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import java.time.Duration;

/**
 * Minimum data rate of callers. A server thread waits for their bytes, so a slow caller would block
 * it.
 *
 * @param grace time without a minimum rate
 * @param bytesPerSecond average rate after that time
 */
record Pace(Duration grace, long bytesPerSecond) {
  static final Pace DEFAULT = new Pace(Duration.ofSeconds(10), 16 << 10);

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Returns the maximum time for a number of bytes. */
  long allowedNanos(long bytes) {
    double seconds = (double) bytes / bytesPerSecond;
    return grace.toNanos() + (long) (seconds * NANOS_PER_SECOND);
  }

  String rule() {
    return "the minimum is %d bytes a second, after %d seconds"
        .formatted(bytesPerSecond, grace.toSeconds());
  }
}
