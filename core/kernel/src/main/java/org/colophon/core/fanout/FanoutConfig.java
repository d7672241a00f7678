package org.colophon.core.fanout;

/**
 * How an adapter is fed.
 *
 * @param flushIdleMillis a quiet adapter makes what it has visible after so long
 * @param syncIntervalMillis a busy adapter makes what it has durable so often
 * @param retryMillis pause before a batch is given again, doubled each time up to a hundredfold
 * @param maxRetries so many times before the adapter is failed
 * @param closeMillis so long an adapter that may go on later is still fed when the kernel closes
 * @param napMillis so long an adapter for which nobody waits lets entries gather, since the kernel
 *     writes frames more often than it pays to be woken for each
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

  /** Ten seconds to close. */
  public FanoutConfig(
      long flushIdleMillis, long syncIntervalMillis, long retryMillis, int maxRetries) {
    this(flushIdleMillis, syncIntervalMillis, retryMillis, maxRetries, 10_000);
  }

  /** Naps of 20 ms. */
  public FanoutConfig(
      long flushIdleMillis,
      long syncIntervalMillis,
      long retryMillis,
      int maxRetries,
      long closeMillis) {
    this(flushIdleMillis, syncIntervalMillis, retryMillis, maxRetries, closeMillis, NAP_MILLIS);
  }
}
