package org.colophon.reporters.strace;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Looks for what strace writes, time and again, until nothing can come any more. */
final class Following {
  /** While nothing comes, the wait between two looks doubles from the one to the other. */
  private static final long MIN_WAIT_NANOS = 200_000;

  private static final long MAX_WAIT_NANOS = 4_000_000;

  private Following() {}

  /** Answers how many bytes it took; 0 or less if there are none now. */
  interface Step {
    int take() throws IOException;
  }

  /**
   * Returns when nothing is left after the end.
   *
   * @param isOver whether nothing more is written; asked when nothing is there
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
