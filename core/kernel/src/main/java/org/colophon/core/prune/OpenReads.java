// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.prune;

import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The open reads, so that a replaced adapter can be removed after its last read. Any thread. */
public final class OpenReads {
  private final TreeSet<Long> open = new TreeSet<>();
  private long last;

  /** Begins a read; called before a reader is requested. */
  public synchronized OpenRead begin() {
    long number = ++last;
    open.add(number);
    return () -> end(number);
  }

  private synchronized void end(long number) {
    if (open.remove(number)) {
      notifyAll();
    }
  }

  /**
   * Waits until all reads that are open now have ended.
   *
   * @param millis the longest time to wait.
   * @param isCancelled ends the wait; checked after each {@link #wake}.
   */
  public synchronized void awaitPresent(long millis, BooleanSupplier isCancelled)
      throws InterruptedException {
    long present = last;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long left = deadline - System.nanoTime();
    while (left > 0 && !isCancelled.getAsBoolean() && isOpenUpTo(present)) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = deadline - System.nanoTime();
    }
  }

  private boolean isOpenUpTo(long number) {
    return !open.isEmpty() && open.first() <= number;
  }

  /** Wakes the waiters to check for cancellation. */
  public synchronized void wake() {
    notifyAll();
  }
}
