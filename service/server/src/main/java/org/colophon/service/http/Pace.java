package org.colophon.service.http;

import java.time.Duration;

/**
 * How fast bytes have to move. A thread of the server waits for them, so they may not trickle.
 *
 * @param grace how long the caller may take before the rate counts
 * @param bytesPerSecond on average, from then on
 */
record Pace(Duration grace, long bytesPerSecond) {
  /** The pace of requests and answers. */
  static final Pace DEFAULT = new Pace(Duration.ofSeconds(10), 16 << 10);

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** How long a caller may take in all for a number of bytes. */
  long allowedNanos(long bytes) {
    double seconds = (double) bytes / bytesPerSecond;
    return grace.toNanos() + (long) (seconds * NANOS_PER_SECOND);
  }

  /** The rule as a refusal states it. */
  String rule() {
    return "the minimum is %d bytes a second, after %d seconds"
        .formatted(bytesPerSecond, grace.toSeconds());
  }
}
