// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;

/** Reports fixed operations, then waits until it is stopped. */
final class WatchingReporter implements Reporter {
  private final boolean watchesProcesses;
  private final String source;
  private final Consumer<OperationSink> body;
  private final CountDownLatch reported = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile boolean isFailing;

  /**
   * Constructs a reporter.
   *
   * @param source the source at whose position it resumes; null if it has no position
   */
  WatchingReporter(boolean watchesProcesses, String source, Consumer<OperationSink> body) {
    this.watchesProcesses = watchesProcesses;
    this.source = source;
    this.body = body;
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    if (source != null) {
      context.position(source);
    }
    body.accept(sink);
    sink.flush();
    reported.countDown();
    awaitUninterruptibly(end);
    if (isFailing) {
      throw new ColophonException(ErrorCode.IO_FAILED, "the source is gone");
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until all operations were reported. */
  void awaitReported() {
    awaitUninterruptibly(reported);
  }

  void fail() {
    isFailing = true;
    end.countDown();
  }

  @Override
  public void stop() {
    end.countDown();
  }

  @Override
  public boolean watchesProcesses() {
    return watchesProcesses;
  }
}
