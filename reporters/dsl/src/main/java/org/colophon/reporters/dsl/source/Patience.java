package org.colophon.reporters.dsl.source;

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

  public void await() {
    waiting = Thread.currentThread();
    if (!isStopped) {
      LockSupport.parkNanos(nextNanos);
    }
    waiting = null;
    nextNanos = Math.min(LONGEST_NANOS, nextNanos * 2);
  }

  /** Something came: begin with short waits again. */
  public void reward() {
    nextNanos = FIRST_NANOS;
  }

  public void stop() {
    isStopped = true;
    LockSupport.unpark(waiting);
  }
}
