// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.fanout;

import java.util.function.LongSupplier;

/**
 * Limits one thread's work to a share of the elapsed time. Elapsed time bounds the share of a core
 * and spares disk and memory as well. On a busy machine the same work takes longer, so its pauses
 * are longer. Processor time would miss I/O and the work of an engine's other threads. Unused time
 * is not saved up. One thread.
 */
public final class Throttle {
  /** Maximum time for one pause: years, but far from overflow. */
  private static final double MAX_NANOS = 1e17;

  private final double duty;
  private final LongSupplier nanoClock;
  private long startNanos;
  private long allowedNanos;

  /**
   * @param duty the share of the time, above 0; from 1 on no pause is ever due
   */
  public Throttle(double duty, LongSupplier nanoClock) {
    this.duty = Math.min(1, duty);
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
    this.allowedNanos = startNanos;
  }

  /** Starts measuring work, after a pause or a wait. */
  public void begin() {
    startNanos = nanoClock.getAsLong();
  }

  /**
   * Returns the pause due for the work since {@link #begin} or the last call. No pause is due if
   * the result is not positive.
   */
  public long owedNanos() {
    long now = nanoClock.getAsLong();
    long before = Math.max(0, allowedNanos - startNanos);
    double worked = now - startNanos;
    allowedNanos = startNanos + before + (long) Math.min(worked / duty, MAX_NANOS);
    startNanos = now;
    return allowedNanos - now;
  }

  /** Cancels the due pause, because a caller waits for the work. */
  public void cancelPause() {
    allowedNanos = nanoClock.getAsLong();
  }
}
