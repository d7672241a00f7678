package org.colophon.reporters.mysql.tail;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits a little longer each time that nothing came, up to 50 ms, and ends at once when it is told
 * to stop. One thread waits; any may stop it.
 */
public final class Patience {
  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private long nextNanos = FIRST_NANOS;
  private volatile boolean isStopped;
  private volatile Thread waiting;

  public boolean isStopped() {
    return isStopped;
  }

  /** Waits; returns at once if stopped. */
  public void await() {
    park(nextNanos);
    nextNanos = Math.min(LONGEST_NANOS, nextNanos * 2);
  }

  /**
   * Lets some more come, as all that had come was taken: handing over a few records at a time costs
   * several times what the records do. Returns at once if stopped.
   */
  public void gather() {
    park(LONGEST_NANOS);
  }

  private void park(long nanos) {
    waiting = Thread.currentThread();
    if (!isStopped) {
      LockSupport.parkNanos(nanos);
    }
    waiting = null;
  }

  /** Something came: begin with short waits again. */
  public void reward() {
    nextNanos = FIRST_NANOS;
  }

  /** Ends all waiting, now and later. Any thread. */
  public void stop() {
    isStopped = true;
    LockSupport.unpark(waiting);
  }
}
