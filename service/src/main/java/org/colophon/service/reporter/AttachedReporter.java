// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.reporter;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.service.config.ReporterSpec;
import org.colophon.service.sink.CountingSink;
import org.colophon.service.sink.OperationTap;
import org.colophon.service.sink.SinkCounters;

/** An attached reporter, running or ended. Any thread. */
final class AttachedReporter {
  private static final Logger LOG = System.getLogger(AttachedReporter.class.getName());

  private final String id;
  private final ReporterSpec request;
  private final Map<String, String> shownOptions;
  private final OperationTap tap;
  private final FileOpener files;
  private final SinkCounters counters = new SinkCounters();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Instant started = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private volatile boolean isRunning;
  private volatile boolean isStopping;
  private final ReporterHandle handle;
  private final Reporter reporter;

  /**
   * Starts a reporter.
   *
   * @param shownOptions options with secrets masked
   */
  AttachedReporter(
      String id,
      ReporterSpec request,
      Map<String, String> shownOptions,
      OperationTap tap,
      FileOpener files,
      Reporter reporter,
      Kernel kernel) {
    this.id = id;
    this.request = request;
    this.shownOptions = shownOptions;
    this.tap = tap;
    this.files = files;
    this.reporter = reporter;
    this.handle = kernel.attach(id, new ObservedReporter(), request.sink());
  }

  /** Wrapper that observes start and end, and counts operations. */
  private final class ObservedReporter implements Reporter {
    @Override
    public void run(ReporterContext context) {
      isRunning = true;
      try {
        reporter.run(new CountingContext(context));
        logEnd();
      } catch (RuntimeException | Error e) {
        LOG.log(Level.WARNING, "reporter {0} failed: {1}", id, text(e));
        throw e;
      } finally {
        ended.countDown();
      }
    }

    @Override
    public boolean blocksTracedPrograms() {
      return reporter.blocksTracedPrograms();
    }

    @Override
    public boolean watchesProcesses() {
      return reporter.watchesProcesses();
    }

    private void logEnd() {
      if (!isStopping) {
        LOG.log(
            Level.INFO, "reporter {0} ended by itself: {1} operations", id, counters.operations());
      }
    }

    @Override
    public void stop() {
      isStopping = true;
      reporter.stop();
    }
  }

  private final class CountingContext implements ReporterContext {
    private final ReporterContext context;

    CountingContext(ReporterContext context) {
      this.context = context;
    }

    @Override
    public OperationSink newSink() {
      return new CountingSink(context.newSink(), id, counters, tap);
    }

    @Override
    public Path scratch() {
      return context.scratch();
    }

    @Override
    public String hostId() {
      return context.hostId();
    }

    @Override
    public String bootId() {
      return context.bootId();
    }

    @Override
    public Bytes position(String source) {
      return context.position(source);
    }

    @Override
    public List<PreparedTransaction> preparedTransactions() {
      return context.preparedTransactions();
    }

    @Override
    public FileOpener files() {
      return files;
    }

    @Override
    public BackgroundThreads backgroundThreads() {
      return context.backgroundThreads();
    }

    @Override
    public ReporterCoordination neighbours() {
      return context.neighbours();
    }
  }

  String id() {
    return id;
  }

  /** Returns whether the reporter continues to serve, for example a mount, without recording. */
  boolean keepsServingAfterFailure() {
    return isRunning && ended.getCount() > 0 && reporter.keepsServingAfterFailure();
  }

  ReporterSpec request() {
    return request;
  }

  void stop() {
    isStopping = true;
    handle.stop();
  }

  /**
   * Waits until the reporter has ended and has published its operations. Returns false if the time
   * expires.
   */
  boolean await(long millis) throws InterruptedException {
    if (!ended.await(millis, TimeUnit.MILLISECONDS)) {
      return false;
    }
    handle.await();
    return true;
  }

  RunState state() {
    if (handle.isRunning() && !isRunning) {
      return RunState.STARTING;
    }
    if (handle.isRunning()) {
      return isStopping ? RunState.DRAINING : RunState.RUNNING;
    }
    return handle.failure().isPresent() ? RunState.FAILED : RunState.STOPPED;
  }

  private String reason() {
    return handle.failure().map(AttachedReporter::text).orElse("");
  }

  private static String text(Throwable failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  ReporterStatus status() {
    return new ReporterStatus(
        id,
        request.name(),
        state(),
        reason(),
        shownOptions,
        request.keepAll(),
        request.onOverload(),
        request.include(),
        request.exclude(),
        request.restart(),
        started,
        counters.operations(),
        counters.refused(),
        counters.lastLsn(),
        ownCounters());
  }

  private Map<String, Long> ownCounters() {
    try {
      return new TreeMap<>(reporter.counters());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "no counters of " + id, e);
      return Map.of();
    }
  }
}
