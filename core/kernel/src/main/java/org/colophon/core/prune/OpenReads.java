package org.colophon.core.prune;

import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Who reads, so that what was replaced can go once its last reader has ended. Any thread. */
public final class OpenReads {
  private final TreeSet<Long> open = new TreeSet<>();
  private long last;

  /** To be called before a reader is asked for. */
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
   * Waits until all have ended that are open now.
   *
   * @param millis at most so long
   * @param isCancelled ends the wait; looked at when {@link #wake} says so
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

  /** Somebody may have cancelled a wait. */
  public synchronized void wake() {
    notifyAll();
  }
}
