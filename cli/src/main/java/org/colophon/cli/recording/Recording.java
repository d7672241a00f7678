package org.colophon.cli.recording;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.Reporter;

/**
 * One run of a reporter, from opening the destination to closing it.
 *
 * <p>When the JVM is asked to end, a shutdown hook stops the reporter and waits until {@link #run}
 * has stored what it reported.
 */
public final class Recording {
  private static final long HOOK_WAIT_SECONDS = 60;

  private final Supplier<Destination> destination;
  private final CountDownLatch finished = new CountDownLatch(1);

  /**
   * @param destination opens it
   */
  public Recording(Supplier<Destination> destination) {
    this.destination = destination;
  }

  /**
   * Runs the reporter until its source ends.
   *
   * @return a summary, once everything was stored
   */
  public RecordingSummary run(String name, Reporter reporter, RunMonitor watch) {
    long begun = System.nanoTime();
    Thread hook = new Thread(() -> stopAndWait(reporter), "colophon-stop");
    try (Destination open = destination.get()) {
      Runtime.getRuntime().addShutdownHook(hook);
      Run run = open.start(name, reporter);
      watch.until(run);
      run.await();
      return run.finish(begun);
    } finally {
      finished.countDown();
      removeHook(hook);
    }
  }

  static void rethrow(Throwable failure) {
    if (failure instanceof RuntimeException known) {
      throw known;
    }
    throw ErrorCode.KERNEL_FAILED.exception("the reporter failed: " + failure, failure);
  }

  private void stopAndWait(Reporter reporter) {
    reporter.stop();
    try {
      finished.await(HOOK_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending: the hook runs, and has been released.
    }
  }
}
