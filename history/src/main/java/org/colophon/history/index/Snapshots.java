// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.colophon.history.copy.Measure;

/** The snapshots of an indexer's copies: writes them, and loads those of other indexers. */
final class Snapshots {
  final SnapshotLoader loader;
  final SnapshotWriter writer;

  /**
   * Prepares to write.
   *
   * @param indexer name of this indexer
   */
  Snapshots(
      SnapshotConfig config,
      String indexer,
      Path store,
      HostAppliers appliers,
      IntFunction<List<IndexedHost>> copies) {
    SnapshotDirectory directory = new SnapshotDirectory(config.directory(), indexer);
    this.loader = new SnapshotLoader(directory, store, appliers);
    this.writer = new SnapshotWriter(directory, loader, config.every(), store, appliers, copies);
  }

  List<String> warnings() {
    List<String> all = new ArrayList<>(writer.failures());
    all.addAll(loader.reasons());
    return all;
  }

  List<Measure> measures(Supplier<IndexStatus> status) {
    return List.of(
        new Measure(
            "colophon_index_snapshot_lag_lsns",
            "LSNs of the copies of all hosts that their newest snapshots lack",
            () -> written(status.get()).mapToLong(IndexedHost::snapshotLag).sum()),
        new Measure(
            "colophon_index_oldest_snapshot_timestamp_seconds",
            "Time of the oldest of the newest snapshots of copies that have changed since, or 0",
            () -> oldestMillis(status.get()) / 1000.0),
        new Measure(
            "colophon_index_snapshots_failed",
            "Partitions whose snapshots cannot be written",
            () -> writer.failures().size()));
  }

  private static long oldestMillis(IndexStatus now) {
    return written(now)
        .filter(each -> each.snapshotLsn() > 0 && each.snapshotLag() > 0)
        .mapToLong(IndexedHost::snapshotMillis)
        .min()
        .orElse(0);
  }

  /** Returns the copies of which this indexer writes snapshots. */
  private static Stream<IndexedHost> written(IndexStatus now) {
    return now.hosts().stream().filter(each -> !each.standby());
  }
}
