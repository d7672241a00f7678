package org.colophon.reporters.strace;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polling loop over the output of strace. */
final class Following {
  private static final long MIN_WAIT_NANOS = 200_000;

  private static final long MAX_WAIT_NANOS = 4_000_000;

  private Following() {}

  /** Reads once and returns the number of bytes; 0 or less if nothing was there. */
  interface Step {
    int take() throws IOException;
  }

  /**
   * Polls until the writer has ended and everything is read.
   *
   * @param isOver returns whether the writer has ended; called when nothing is there
   */
  static void until(BooleanSupplier isOver, Step step, Runnable whenIdle) throws IOException {
    long wait = MIN_WAIT_NANOS;
    boolean hasEnded = false;
    while (true) {
      int count = step.take();
      if (count > 0) {
        wait = MIN_WAIT_NANOS;
      } else if (hasEnded) {
        return;
      } else {
        hasEnded = isOver.getAsBoolean();
        whenIdle.run();
        LockSupport.parkNanos(hasEnded ? 0 : wait);
        wait = Math.min(wait * 2, MAX_WAIT_NANOS);
      }
    }
  }
}
