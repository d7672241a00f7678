// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.prune;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.adapters.AdapterReplacement;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.RunningAdapter;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterRunner.Flushed;
import org.colophon.core.fanout.Throttle;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.rebuild.HistoryReplay;
import org.colophon.core.rebuild.ReplayRequest;
import org.colophon.core.retention.PruneProgress;
import org.colophon.core.retention.PruneProgress.Stage;
import org.colophon.core.retention.PruneReport;
import org.colophon.core.retention.PruneRequest;
import org.colophon.core.retention.RetainedHistory;
import org.colophon.core.retention.RetentionPlan;
import org.colophon.core.retention.RetentionPlanner;
import org.colophon.core.retention.rule.Placeholders;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Replaces an adapter by one without the removable history, while everything else continues:
 *
 * <ol>
 *   <li>The journal keeps everything after LSN L0, up to which the adapter is read for a plan.
 *   <li>From some LSN on, the kernel's thread declares each removable id again at its next use. Ids
 *       used between L0 and that LSN are read from the journal, and stay declared.
 *   <li>A new adapter, in the next directory, receives the kept history up to an LSN L. It then
 *       follows the journal from there in parallel with the old one.
 *   <li>Once it has caught up, the list of adapters names its directory. Only this step counts: a
 *       crash before it leaves the old adapter, a crash after it the new one.
 *   <li>Removed identities are forgotten. The old adapter is closed when its reads have ended or
 *       timed out, and its directory is deleted.
 * </ol>
 *
 * One thread, the caller's; {@link #progress} and {@link #cancel} from any.
 */
public final class Pruning {
  /** Value for a cut that the policy decides. */
  public static final long BY_POLICY = -1;

  private static final Logger LOG = System.getLogger(Pruning.class.getName());

  /** The shortest useful pause. */
  private static final long MIN_REST_NANOS = 1_000_000;

  /** Mask of a counter of ids: cancellation is checked each time the masked bits are 0. */
  private static final int CANCEL_MASK = 0x3f;

  /** Factor for the logs and unmerged levels of a new store. */
  private static final double SPACE_FACTOR = 1.25;

  private final PruneRequest request;
  private final long wantedCutLsn;
  private final AdapterReplacement adapters;
  private final PruningHost host;
  private final Throttle throttle;
  private final long begunNanos = System.nanoTime();
  private final CountDownLatch over = new CountDownLatch(1);
  private boolean isReplaced;
  private volatile String name;
  private volatile boolean cancelled;
  private volatile Stage stage = Stage.PLANNING;
  private volatile @Nullable HistoryReplay replay;

  /**
   * @param wantedCutLsn history that ended by this LSN is removable; {@link #BY_POLICY} to remove
   *     by age and size
   */
  public Pruning(
      PruneRequest request, long wantedCutLsn, AdapterReplacement adapters, PruningHost host) {
    this.request = request;
    this.wantedCutLsn = wantedCutLsn;
    this.name = request.adapter() == null ? "" : request.adapter();
    this.adapters = adapters;
    this.host = host;
    double duty = request.maxShare() * Runtime.getRuntime().availableProcessors();
    this.throttle = new Throttle(duty, System::nanoTime);
  }

  PruneProgress progress() {
    HistoryReplay now = replay;
    return new PruneProgress(
        name, stage, now == null ? 0 : now.done(), now == null ? 0 : now.total());
  }

  /** Cancels the pruning and waits for its end. */
  void cancel() {
    cancelled = true;
    host.readings().wake();
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns true if cancelled; for frequent calls, since it also yields to other work. */
  private boolean isCancelled() {
    long owed = throttle.owedNanos();
    if (owed >= MIN_REST_NANOS) {
      LockSupport.parkNanos(owed);
      throttle.begin();
    }
    return isOver();
  }

  /** Returns true if cancelled; for waiting threads, since it does not yield. */
  private boolean isOver() {
    return cancelled || adapters.isGivenUp();
  }

  private void refuseIfCancelled() {
    if (isCancelled()) {
      throw ErrorCode.INTERRUPTED.exception("the pruning was ended early");
    }
  }

  /** Runs the pruning; only once. */
  PruneReport run() {
    try {
      return prune();
    } finally {
      over.countDown();
    }
  }

  private PruneReport prune() {
    RunningAdapter old = adapters.find(request.adapter());
    name = old.name();
    try {
      throttle.begin();
      old.runner().awaitFlushed(host.journal().writtenLsn(), () -> cancelled);
      long planLsn = old.runner().flushed().lsn();
      adapters.keepFrom(planLsn);
      LineageReader source = old.runner().adapter().reader();
      RetentionPlan plan = plan(source);
      long bytes = source.statistics().diskBytes();
      if (request.isDryRun() || plan.isEmpty() || plan.shareLost() < request.minShare()) {
        return report(old, plan, bytes, false, (long) (bytes * (1 - plan.shareLost())));
      }
      refuseIfNoSpace(adapters.nextDirectory(old), (long) (bytes * (1 - plan.shareLost())));
      adapters.refuseIfElsewhere(old);
      long bytesNow = carryOut(old, source, plan, planLsn);
      return report(old, plan, bytes, true, bytesNow);
    } catch (ColophonException e) {
      throw explain(e);
    } catch (IOException e) {
      throw StoreDirectory.failed("prune", host.directory(), e);
    } finally {
      adapters.stopKeeping();
    }
  }

  private RetentionPlan plan(LineageReader source) {
    RetentionPlanner planner =
        new RetentionPlanner(
            source, request.policy(), host.askedLsns(), host.firstProcess(), this::isCancelled);
    return wantedCutLsn == BY_POLICY ? planner.plan() : planner.planUpTo(wantedCutLsn);
  }

  private PruneReport report(
      RunningAdapter old, RetentionPlan plan, long before, boolean isDone, long after) {
    return new PruneReport(
        old.config().name(),
        isDone,
        plan.cutLsn(),
        plan.cutNanos(),
        plan.figures(),
        before,
        after,
        System.nanoTime() - begunNanos);
  }

  private static void refuseIfNoSpace(Path directory, long bytes) throws IOException {
    long needed = (long) (bytes * SPACE_FACTOR);
    long free = Files.getFileStore(directory.getParent()).getUsableSpace();
    if (free < needed) {
      throw ErrorCode.DISK_FULL.exception(
          "pruning first writes the remaining content next to the old one: it needs about %d MiB in %s, where %d MiB are free"
              .formatted((needed >> 20) + 1, directory.getParent(), free >> 20));
    }
  }

  private ColophonException explain(ColophonException e) {
    if (e.code() == ErrorCode.INTERRUPTED && adapters.isGivenUp()) {
      return ErrorCode.DISK_FULL.exception(
          "the journal reached its budget before the pruning was done; nothing was changed: "
              + "raise journal.budget, or give the pruning a larger share",
          e);
    }
    return e;
  }

  // --- execution ---

  private long carryOut(RunningAdapter old, LineageReader source, RetentionPlan plan, long planLsn)
      throws IOException {
    Path directory = adapters.directory(old);
    Placeholders markers = host.declarePlaceholders(plan.cutLsn(), plan.cutNanos());
    BitSet processes = prunedProcesses(source, plan);
    BitSet objects = prunedObjects(source, plan);
    PrunedIds before = host.prunedIds();
    PrunedIds pruned =
        new PrunedIds(
            (BitSet) processes.clone(),
            (BitSet) objects.clone(),
            source,
            before,
            adapters::unevenReaders);
    long unseenLsn = host.setPrunedIds(pruned);
    try {
      host.journal().awaitDurable(unseenLsn);
      old.runner().awaitFlushed(host.journal().writtenLsn(), this::isOver);
      adapters.awaitOthers(old, old.runner().flushed().lsn(), this::isOver);
      RunningAdapter next = follow(old, source, plan, markers, planLsn);
      host.forget(processes, objects);
      leave(old, next, directory, pruned);
      return next.runner().adapter().reader().statistics().diskBytes();
    } finally {
      if (!isReplaced) {
        host.setPrunedIds(before);
        adapters.deleteNext(old);
      }
    }
  }

  /** Builds the new adapter, and replaces the old one by it. */
  private RunningAdapter follow(
      RunningAdapter old,
      LineageReader source,
      RetentionPlan plan,
      Placeholders markers,
      long planLsn)
      throws IOException {
    Flushed flushed = old.runner().flushed();
    keepWhatWasMet(plan, planLsn, flushed.lsn());
    plan.keepProcess(markers.past());
    plan.keepProcess(markers.future());
    StorageAdapter successor = write(old, plan, markers, source, flushed.lsn());
    RunningAdapter next = adapters.follow(old, successor, flushed.operations());
    try {
      takePlace(old, next, plan.cutLsn());
      return next;
    } finally {
      if (!isReplaced) {
        next.runner().stopSoon();
        next.runner().join();
      }
    }
  }

  private BitSet prunedProcesses(LineageReader source, RetentionPlan plan) {
    BitSet pruned = new BitSet();
    for (long id = 1; id <= source.lastProcess(); id++) {
      refuseIfCancelledAt(id);
      pruned.set((int) id, !plan.keepsProcess(id) && source.process(id) != null);
    }
    return pruned;
  }

  private BitSet prunedObjects(LineageReader source, RetentionPlan plan) {
    BitSet pruned = new BitSet();
    for (long id = 1; id <= source.lastObject(); id++) {
      refuseIfCancelledAt(id);
      pruned.set((int) id, !plan.keepsObject(id) && source.object(id) != null);
    }
    return pruned;
  }

  private void refuseIfCancelledAt(long id) {
    if ((id & CANCEL_MASK) == 0) {
      refuseIfCancelled();
    }
  }

  /** Keeps ids that the plan removes, but that records since the plan may name. */
  private void keepWhatWasMet(RetentionPlan plan, long afterLsn, long upToLsn) throws IOException {
    try (JournalReader reader = host.journal().readAfter(afterLsn)) {
      RecordDecoder batch = reader.next();
      while (batch != null && batch.firstLsn() <= upToLsn) {
        refuseIfCancelled();
        while (batch.next()) {
          keep(batch, plan);
        }
        batch = reader.next();
      }
    }
  }

  private static void keep(RecordDecoder record, RetentionPlan plan) {
    switch (record.type()) {
      case PROCESS, EXIT, GAP -> plan.keepProcess(record.process());
      case OBJECT -> plan.keepObject(record.object());
      case LINK -> {
        plan.keepProcess(record.process());
        plan.keepProcess(record.cause());
      }
      case DERIVATION -> {
        plan.keepObject(record.object());
        plan.keepObject(record.cause());
        plan.keepProcess(record.process());
      }
      case ACCESS, INTERVAL, CUT, BIND, UNBIND, RENAME, EXTENDED -> {
        plan.keepProcess(record.process());
        plan.keepObject(record.object());
      }
      case EXCHANGE -> plan.keepProcess(record.process());
      default -> {}
    }
  }

  private StorageAdapter write(
      RunningAdapter old,
      RetentionPlan plan,
      Placeholders markers,
      LineageReader source,
      long upToLsn) {
    stage = Stage.WRITING;
    RetainedHistory history = new RetainedHistory(source, plan, markers, this::isCancelled);
    ReplayRequest wanted =
        new ReplayRequest(
            history,
            null,
            0,
            upToLsn,
            history.operations(),
            StoreDirectory.scratchIn(host.directory()),
            ReplayRequest.Limits.DEFAULT);
    StorageAdapter successor = adapters.openSuccessor(old);
    try (HistoryReplay telling = new HistoryReplay(wanted, this::isCancelled)) {
      replay = telling;
      for (RecordDecoder batch = telling.next(); batch != null; batch = telling.next()) {
        successor.append(batch);
      }
      successor.sync();
      return successor;
    } catch (RuntimeException | Error e) {
      RunningAdapter.closeAfter(e, successor);
      throw e;
    } finally {
      replay = null;
    }
  }

  private void takePlace(RunningAdapter old, RunningAdapter next, long cutLsn) {
    stage = Stage.CATCHING_UP;
    host.journal().awaitDurable(host.journal().writtenLsn());
    next.runner().awaitHeld(host.journal().writtenLsn(), this::isOver);
    refuseIfCancelled();
    adapters.replace(old, next, cutLsn);
    isReplaced = true;
    long seenLsn = host.journal().writtenLsn(); // at least as far as the old one saw
    next.runner().awaitFlushed(seenLsn); // not cancelled: it is valid now and has nearly caught up
    host.movePast(seenLsn, next.runner().adapter().reader());
  }

  /** Deletes the old content after its last read. */
  private void leave(RunningAdapter old, RunningAdapter next, Path directory, PrunedIds pruned) {
    stage = Stage.LEAVING;
    adapters.stopKeeping();
    awaitReaders();
    pruned.forgetStore();
    adapters.close(old);
    adapters.takeOver(next);
    try {
      AttachedAdapters.delete(directory);
    } catch (ColophonException e) {
      LOG.log(
          Level.WARNING, "the pruned files take space until the next start: {0}", e.getMessage());
    }
  }

  /** Waits for earlier queries that may still read the old adapter. */
  private void awaitReaders() {
    try {
      host.readings().awaitPresent(request.graceMillis(), () -> cancelled);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
