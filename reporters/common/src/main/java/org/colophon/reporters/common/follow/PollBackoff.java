// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits between polls until stopped. Doubles the time after each wait, up to a limit. Only one
 * thread may wait.
 */
public final class PollBackoff {
  private final long minNanos;
  private final long maxNanos;
  private long nextNanos;
  private volatile boolean isStopped;
  private volatile @Nullable Thread waiting;

  /** Creates a backoff that waits from 1 to 50 ms. */
  public PollBackoff() {
    this(TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(50));
  }

  public PollBackoff(long minNanos, long maxNanos) {
    this.minNanos = minNanos;
    this.maxNanos = maxNanos;
    this.nextNanos = minNanos;
  }

  public boolean isStopped() {
    return isStopped;
  }

  /** Waits; returns at once if stopped. */
  public void await() {
    park(nextNanos);
    nextNanos = Math.min(maxNanos, nextNanos * 2);
  }

  /** Waits the longest time, so that more data arrives and is processed together. */
  public void gather() {
    park(maxNanos);
  }

  private void park(long nanos) {
    waiting = Thread.currentThread();
    if (!isStopped) {
      LockSupport.parkNanos(nanos);
    }
    waiting = null;
  }

  /** Resets to the shortest wait. Called when data has arrived. */
  public void reset() {
    nextNanos = minNanos;
  }

  /** Ends all present and future waits. Any thread. */
  public void stop() {
    isStopped = true;
    LockSupport.unpark(waiting);
  }
}
