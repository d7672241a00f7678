// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.colophon.core.backup.BackupCopy;
import org.colophon.core.error.ColophonException;
import org.colophon.history.copy.Measure;

/** The snapshots of an indexer's copies: writes them, and loads those of other indexers. */
final class Snapshots implements AutoCloseable {
  private final SnapshotLoader loader;
  private final SnapshotWriter writer;

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

  void start() {
    writer.start();
  }

  /** Reports positions before which all entries are on disk; see {@link SnapshotWriter}. */
  void reached(String logId, Map<Integer, Long> positions) {
    writer.reached(logId, positions);
  }

  /** See {@link SnapshotLoader#load}. */
  OptionalLong load(
      int partition,
      String logId,
      long known,
      ToLongFunction<String> lastLsn,
      Consumer<IndexedHost> loaded) {
    return loader.load(partition, logId, known, lastLsn, loaded);
  }

  /** See {@link SnapshotLoader#closeHole}. */
  void closeHole(String hostId, long storeId, long neededLsn, ColophonException hole) {
    loader.closeHole(hostId, storeId, neededLsn, hole);
  }

  /** Returns the newest snapshot of a host. */
  Optional<BackupCopy> newest(String hostId) {
    return writer.newest(hostId);
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
            () -> status.get().hosts().stream().mapToLong(IndexedHost::snapshotLag).sum()),
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
    return now.hosts().stream()
        .filter(each -> each.snapshotLsn() > 0 && each.snapshotLag() > 0)
        .mapToLong(IndexedHost::snapshotMillis)
        .min()
        .orElse(0);
  }

  @Override
  public void close() {
    writer.close();
  }
}
