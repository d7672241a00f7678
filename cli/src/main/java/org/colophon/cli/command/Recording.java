package org.colophon.cli.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.config.Store;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelState;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.spi.reporter.Reporter;

/**
 * One reporter's run into a store, from opening the kernel to closing it.
 *
 * <p>When the JVM is asked to end meanwhile, the reporter is stopped and what it reported is stored
 * before the JVM does: a shutdown hook waits for {@link #run} to come to its end.
 */
final class Recording {
  private static final long HOOK_WAIT_SECONDS = 60;

  private final Store store;
  private final RecordingOptions options;
  private final CountDownLatch finished = new CountDownLatch(1);

  Recording(Store store, RecordingOptions options) {
    this.store = store;
    this.options = options;
  }

  /**
   * Runs the reporter until its source ends.
   *
   * @param watch called once on the caller's thread while the reporter runs, and must return soon
   *     after that ends
   * @return what the kernel counted, once everything was stored
   */
  RecordingSummary run(String name, Reporter reporter, Watch watch) {
    long begin = System.nanoTime();
    Thread hook = new Thread(() -> stopAndWait(reporter), "colophon-stop");
    try (Kernel kernel = store.openKernel(options.adapters())) {
      Runtime.getRuntime().addShutdownHook(hook);
      ReporterHandle handle = kernel.attach(name, reporter, options.sink());
      watch.until(handle, kernel);
      handle.await();
      long watched = System.nanoTime();
      kernel.drain();
      KernelStatus status = kernel.status();
      check(handle, status);
      return new RecordingSummary(status, watched - begin, System.nanoTime() - begin);
    } finally {
      finished.countDown();
      removeHook(hook);
    }
  }

  private static void check(ReporterHandle handle, KernelStatus status) {
    if (status.state() == KernelState.FAILED) {
      throw new ColophonException(
          ErrorCode.KERNEL_FAILED, "recording stopped: " + status.failure());
    }
    handle.failure().ifPresent(Recording::rethrow);
  }

  private static void rethrow(Throwable failure) {
    if (failure instanceof RuntimeException known) {
      throw known;
    }
    throw new ColophonException(
        ErrorCode.KERNEL_FAILED, "the reporter failed: " + failure, failure);
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

  /** Looks on while a reporter runs. */
  @FunctionalInterface
  interface Watch {
    /** Looks on for nothing. */
    Watch NOTHING = (handle, kernel) -> {};

    /** Returns once the reporter has ended, or at once. */
    void until(ReporterHandle handle, Kernel kernel);
  }
}
