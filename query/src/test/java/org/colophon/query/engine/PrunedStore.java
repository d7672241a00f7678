// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.rebuild.HistoryReplay;
import org.colophon.core.rebuild.ReplayRequest;
import org.colophon.core.retention.RetainedHistory;
import org.colophon.core.retention.RetentionPlan;
import org.colophon.core.retention.RetentionPlanner;
import org.colophon.core.retention.RetentionPolicy;
import org.colophon.core.retention.rule.Placeholders;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;

/** A store and a pruned copy. */
final class PrunedStore {
  private static final ReplayRequest.Limits TINY = new ReplayRequest.Limits(50, 1 << 20, 5);

  final LineageReader before;
  final LineageReader after;
  final RetentionPlan plan;
  final Placeholders markers;

  private PrunedStore(
      LineageReader before, LineageReader after, RetentionPlan plan, Placeholders markers) {
    this.before = before;
    this.after = after;
    this.plan = plan;
    this.markers = markers;
  }

  static LineageReader load(List<RecordBatch> batches) {
    StorageAdapter adapter = empty();
    batches.forEach(adapter::append);
    adapter.flush();
    return adapter.reader();
  }

  private static StorageAdapter empty() {
    StorageAdapter adapter =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
    adapter.open();
    return adapter;
  }

  /**
   * Prunes history older than a time. In the pruned store, ids after the last one belong to
   * placeholders.
   */
  static PrunedStore of(
      LineageReader before,
      long beforeNanos,
      List<String> snapshots,
      Predicate<Bytes> names,
      long runLsn) {
    RetentionPolicy policy =
        new RetentionPolicy(beforeNanos, 0, snapshots, names, new EngineAncestors());
    RetentionPlan plan =
        new RetentionPlanner(before, policy, new long[] {runLsn}, Long.MAX_VALUE, () -> false)
            .plan();
    Placeholders known = Placeholders.of(before);
    long last = before.lastProcess();
    Placeholders markers = known.past() != 0 ? known : new Placeholders(last + 1, last + 2);
    plan.keepProcess(markers.past());
    plan.keepProcess(markers.future());
    return new PrunedStore(before, prune(before, plan, markers), plan, markers);
  }

  private static LineageReader prune(
      LineageReader before, RetentionPlan plan, Placeholders markers) {
    RetainedHistory left = new RetainedHistory(before, plan, markers, () -> false);
    StorageAdapter target = empty();
    try {
      Path scratch = Files.createTempDirectory("pruned");
      ReplayRequest request =
          new ReplayRequest(left, null, 0, before.visibleLsn(), left.operations(), scratch, TINY);
      try (HistoryReplay replay = new HistoryReplay(request, () -> false)) {
        for (RecordBatch batch = replay.next(); batch != null; batch = replay.next()) {
          target.append(batch);
        }
      }
      Files.delete(scratch);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    target.flush();
    return target.reader();
  }

  static boolean saysPruned(List<Gap> gaps) {
    return gaps.stream().anyMatch(gap -> gap.cause() == GapCause.PRUNED);
  }
}
