package org.colophon.service.retention;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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

/**
 * Carries out what is configured, on a thread of its own, every so often; and what somebody asks
 * for, at once. One at a time. All that stays is written anew each time, so on its schedule it does
 * nothing while little would go. Any thread.
 */
public final class RetentionScheduler implements AutoCloseable {
  /** A service that is started anew often still gets to it. */
  private static final Duration FIRST = Duration.ofMinutes(10);

  private static final double LEAST_SHARE = 0.1;

  private static final Logger LOG = System.getLogger(RetentionScheduler.class.getName());

  private final Kernel kernel;
  private final RetentionConfig config;
  private final CorruptionLog corruption;
  private final long graceMillis;
  private final ScheduledThreadPoolExecutor thread;
  private boolean isBusy;
  private long run;
  private PruneOutcome last;
  private String failure = "";
  private long done;
  private long failed;
  private long freedBytes;
  private long lastMillis;

  /**
   * @param grace so long questions may go on that are being answered from the old content
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

  /** Begins the schedule, if anything may ever go. */
  public void begin() {
    if (!config.keepsAll()) {
      long every = config.every().toMillis();
      long first = Math.min(every, FIRST.toMillis());
      var unused =
          thread.scheduleWithFixedDelay(this::onSchedule, first, every, TimeUnit.MILLISECONDS);
    }
  }

  /** What is configured. */
  public RetentionConfig config() {
    return config;
  }

  private void onSchedule() {
    if (take()) {
      carryOut(
          () -> PruneRequests.of(config, Instant.now(), null, false, LEAST_SHARE, graceMillis));
    }
  }

  /**
   * Begins a run.
   *
   * @param adapter null for all that can be pruned
   * @return its number
   * @throws ColophonException ALREADY_EXISTS if one is under way; BAD_REQUEST if nothing is said
   *     that would let anything go
   */
  public long start(RetentionConfig asked, String adapter, boolean isDryRun) {
    PruneRequest request =
        PruneRequests.of(asked, Instant.now(), adapter, isDryRun, 0, graceMillis);
    long number = takeOrRefuse();
    thread.execute(() -> carryOut(() -> request));
    return number;
  }

  private synchronized long takeOrRefuse() {
    if (!take()) {
      throw new ColophonException(
          ErrorCode.ALREADY_EXISTS, "a pruning is under way already; see GET /v1/retention");
    }
    return run;
  }

  private synchronized boolean take() {
    if (isBusy) {
      return false;
    }
    isBusy = true;
    run++;
    return true;
  }

  /** Throws nothing: that would end the schedule, and nobody would learn that the run is over. */
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
      note(null, e.toString()); // first: telling it may need what was lacking
      LOG.log(Level.ERROR, "retention met trouble", e);
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

  private synchronized void note(PruneOutcome outcome, String problem) {
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

  /** How it is. */
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

  /** No further run begins; the kernel ends the one under way when it closes. */
  @Override
  public void close() {
    thread.shutdown();
    thread.getQueue().clear();
  }
}
