// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.fanout;

/**
 * Time settings for feeding an adapter.
 *
 * @param flushIdleMillis the idle time after which an adapter makes its data visible.
 * @param syncIntervalMillis the interval at which a busy adapter makes its data durable.
 * @param retryMillis pause before a batch is retried, doubled each time up to a hundredfold.
 * @param maxRetries the number of retries before the adapter is failed.
 * @param closeMillis the feeding time at close for an adapter that may resume later.
 * @param napMillis the pause of an adapter that no caller waits for. Frames accumulate meanwhile,
 *     because a wake-up for each frame would cost too much.
 */
public record FanoutConfig(
    long flushIdleMillis,
    long syncIntervalMillis,
    long retryMillis,
    int maxRetries,
    long closeMillis,
    long napMillis) {
  private static final long NAP_MILLIS = 20;

  public static final FanoutConfig DEFAULT = new FanoutConfig(200, 5_000, 10, 20);

  /** Constructs a configuration with a close time of ten seconds. */
  public FanoutConfig(
      long flushIdleMillis, long syncIntervalMillis, long retryMillis, int maxRetries) {
    this(flushIdleMillis, syncIntervalMillis, retryMillis, maxRetries, 10_000);
  }

  /** Constructs a configuration with a pause of 20 ms. */
  public FanoutConfig(
      long flushIdleMillis,
      long syncIntervalMillis,
      long retryMillis,
      int maxRetries,
      long closeMillis) {
    this(flushIdleMillis, syncIntervalMillis, retryMillis, maxRetries, closeMillis, NAP_MILLIS);
  }
}
