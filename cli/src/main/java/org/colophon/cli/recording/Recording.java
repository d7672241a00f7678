// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.recording;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.Reporter;

/**
 * A run of a reporter, from the opening of the destination to its closing.
 *
 * <p>When the JVM shuts down, a hook stops the reporter. It waits until {@link #run} has stored the
 * reported operations.
 */
public final class Recording {
  private static final long HOOK_WAIT_SECONDS = 60;

  private final Supplier<Destination> destination;
  private final CountDownLatch finished = new CountDownLatch(1);

  /**
   * Constructs a recording.
   *
   * @param destination opens the destination
   */
  public Recording(Supplier<Destination> destination) {
    this.destination = destination;
  }

  /**
   * Runs the reporter until its source ends.
   *
   * @return a summary, after all operations were stored
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
      // The JVM is shutting down: the hook runs and does not wait any longer.
    }
  }
}
