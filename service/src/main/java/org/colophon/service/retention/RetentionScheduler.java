// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.retention;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.retention.PruneOutcome;
import org.colophon.core.retention.PruneProgress;
import org.colophon.core.retention.PruneReport;
import org.colophon.core.retention.PruneRequest;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.health.CorruptionLog;
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;
import org.jspecify.annotations.Nullable;

/**
 * Runs pruning on schedule and on request, one run at a time. A run rewrites all remaining data, so
 * a scheduled run is skipped if little can be deleted. Any thread.
 */
public final class RetentionScheduler implements ServicePart {
  /** Delay of the first run. It is short, so that services that restart often also run it. */
  private static final Duration FIRST = Duration.ofMinutes(10);

  private static final double MIN_SHARE = 0.1;

  private static final Logger LOG = System.getLogger(RetentionScheduler.class.getName());

  private final Kernel kernel;
  private final RetentionConfig config;
  private final CorruptionLog corruption;
  private final long graceMillis;
  private final ScheduledThreadPoolExecutor thread;
  private boolean isBusy;
  private long run;
  private @Nullable PruneOutcome last;
  private String failure = "";
  private long done;
  private long failed;
  private long freedBytes;
  private long lastMillis;

  /**
   * Creates a scheduler.
   *
   * @param grace time for which queries may still read the old content
   */
  public RetentionScheduler(
      Kernel kernel, RetentionConfig config, Duration grace, CorruptionLog corruption) {
    this.corruption = corruption;
    this.kernel = kernel;
    this.config = config;
    this.graceMillis = grace.toMillis();
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread made = new Thread(task, "colophon-retention");
              made.setDaemon(true);
              return made;
            });
  }

  /** Starts the schedule if the configuration allows deletion. */
  @Override
  public void start() {
    if (!config.keepsAll()) {
      long every = config.every().toMillis();
      long first = Math.min(every, FIRST.toMillis());
      var unused =
          thread.scheduleWithFixedDelay(this::onSchedule, first, every, TimeUnit.MILLISECONDS);
    }
  }

  public RetentionConfig config() {
    return config;
  }

  private void onSchedule() {
    if (tryClaim()) {
      carryOut(() -> PruneRequests.of(config, Instant.now(), null, false, MIN_SHARE, graceMillis));
    }
  }

  /**
   * Starts a run.
   *
   * @param adapter name of the adapter; null for all adapters that can be pruned
   * @return number of the run
   * @throws ColophonException ALREADY_EXISTS if a run is in progress; BAD_REQUEST if nothing may be
   *     deleted
   */
  public long prune(RetentionConfig retention, String adapter, boolean isDryRun) {
    PruneRequest request =
        PruneRequests.of(retention, Instant.now(), adapter, isDryRun, 0, graceMillis);
    long number = claim();
    thread.execute(() -> carryOut(() -> request));
    return number;
  }

  private synchronized long claim() {
    if (!tryClaim()) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          "a pruning is running already; see GET /v1/retention");
    }
    return run;
  }

  private synchronized boolean tryClaim() {
    if (isBusy) {
      return false;
    }
    isBusy = true;
    run++;
    return true;
  }

  /** Runs a pruning. Catches every exception, since one would cancel the schedule. */
  private void carryOut(Supplier<PruneRequest> request) {
    try {
      PruneOutcome outcome = kernel.pruneAll(request.get());
      outcome.reports().forEach(each -> LOG.log(Level.INFO, "retention: {0}", describe(each)));
      note(outcome, "");
    } catch (RuntimeException e) {
      if (e instanceof ColophonException known) {
        corruption.check("retention", known);
      }
      LOG.log(Level.WARNING, "retention failed: {0}", e.getMessage());
      note(null, String.valueOf(e.getMessage()));
    } catch (Error e) {
      note(null, e.toString()); // before logging, which may need memory
      LOG.log(Level.ERROR, "retention failed", e);
    }
  }

  private static String describe(PruneReport report) {
    String what = report.isDone() ? "pruned " : "left unchanged: ";
    return what
        + "%s before LSN %d, %d of %d facts, %d to %d bytes"
            .formatted(
                report.adapter(),
                report.cutLsn(),
                report.figures().factsBefore() - report.figures().factsAfter(),
                report.figures().factsBefore(),
                report.bytesBefore(),
                report.bytesAfter());
  }

  private synchronized void note(@Nullable PruneOutcome outcome, String problem) {
    isBusy = false;
    last = outcome;
    failure = problem;
    lastMillis = System.currentTimeMillis();
    failed += problem.isEmpty() ? 0 : 1;
    if (outcome != null && outcome.isDone()) {
      done++;
      freedBytes +=
          outcome.reports().stream()
              .filter(PruneReport::isDone)
              .mapToLong(each -> Math.max(0, each.bytesBefore() - each.bytesAfter()))
              .sum();
    }
  }

  public RetentionState state() {
    Optional<PruneProgress> progress = kernel.pruneProgress();
    synchronized (this) {
      Optional<PruneProgress> shown =
          isBusy
              ? progress.or(
                  () -> Optional.of(new PruneProgress("", PruneProgress.Stage.PLANNING, 0, 0)))
              : Optional.empty();
      return new RetentionState(shown, run, last, failure, done, failed, freedBytes, lastMillis);
    }
  }

  /** Prevents further runs. The kernel ends the current run when it closes. */
  @Override
  public void stop(long millis) {
    thread.shutdown();
    thread.getQueue().clear();
  }

  @Override
  public Map<String, Object> status() {
    return Map.of("retention", state().json());
  }

  @Override
  public void describe(BiConsumer<String, String> lines) {
    lines.accept("retention", state().text());
  }

  @Override
  public void register(ServiceMetrics metrics) {
    String prefix = "colophon_retention_";
    metrics.counter(prefix + "runs", "Prunings that changed the store", () -> state().done());
    metrics.counter(prefix + "failures", "Prunings that failed", () -> state().failed());
    metrics.counter(
        prefix + "freed_bytes",
        "Bytes by which prunings shrank the store",
        () -> state().freedBytes());
    metrics.gauge(
        prefix + "running",
        "1 while a pruning is under way",
        () -> state().progress().isPresent() ? 1 : 0);
    metrics.gauge(
        prefix + "last_run_timestamp_seconds",
        "End of the last pruning, seconds since 1970; 0 before the first",
        () -> state().lastMillis() / 1e3);
  }
}
