// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.backup.BackupCopy;
import org.colophon.core.error.ColophonException;
import org.colophon.core.files.FileTree;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;
import org.colophon.history.copy.RetryingThread;
import org.jspecify.annotations.Nullable;

/**
 * Thread that writes snapshots of the copies in the partitions of this indexer. A failure is
 * reported and retried, and does not affect the copies.
 *
 * <p>A snapshot begins as a backup in the indexer's store, which shares files with the copy. So the
 * copy does not wait for the directory of snapshots.
 */
final class SnapshotWriter implements AutoCloseable {
  private static final Logger LOG = System.getLogger(SnapshotWriter.class.getName());
  private static final Duration LONGEST_REST = Duration.ofMinutes(1);
  private static final Duration RETRY = Duration.ofMinutes(5);
  private static final long CLOSE_MILLIS = 5000;

  /** Positions in the partitions of this indexer before which all entries are on disk. */
  private record Reached(String logId, Map<Integer, Long> positions) {
    Reached {
      positions = Map.copyOf(positions);
    }
  }

  private final SnapshotDirectory directory;
  private final SnapshotLoader loader;
  private final Duration every;
  private final Path store;
  private final HostAppliers appliers;
  private final IntFunction<List<IndexedHost>> copies;
  private final RetryingThread thread;
  private final Map<String, BackupCopy> newest = new ConcurrentHashMap<>(); // by machine id
  private final Map<Integer, String> failures = new ConcurrentHashMap<>();
  private volatile Reached reached = new Reached("", Map.of());

  /** Times of the next snapshots by partition, in milliseconds since 1970. */
  private final Map<Integer, Long> due = new HashMap<>();

  /**
   * Prepares to write.
   *
   * @param copies returns the copies in a partition
   */
  SnapshotWriter(
      SnapshotDirectory directory,
      SnapshotLoader loader,
      Duration every,
      Path store,
      HostAppliers appliers,
      IntFunction<List<IndexedHost>> copies) {
    this.directory = directory;
    this.loader = loader;
    this.every = every;
    this.store = store;
    this.appliers = appliers;
    this.copies = copies;
    this.thread =
        new RetryingThread("snapshots", "writing snapshots to " + directory.root(), this::round);
  }

  void start() {
    thread.start();
  }

  /** Reports positions before which all entries are on disk; none without a connection. */
  void reached(String logId, Map<Integer, Long> positions) {
    reached = new Reached(logId, positions);
  }

  /** Returns the newest known snapshot of a host. */
  Optional<BackupCopy> newest(String hostId) {
    return Optional.ofNullable(newest.get(hostId));
  }

  /** Returns the reasons why snapshots are not written. */
  List<String> failures() {
    return failures.entrySet().stream()
        .map(
            each ->
                "no new snapshots of partition %d: %s".formatted(each.getKey(), each.getValue()))
        .toList();
  }

  private void round() {
    thread.succeeded();
    Reached now = reached; // read before the copies, which may grow meanwhile
    due.keySet().retainAll(now.positions().keySet());
    failures.keySet().retainAll(now.positions().keySet());
    now.positions().forEach((partition, at) -> coverIfDue(partition, now.logId(), at));
    thread.rest(Math.min(every.toMillis(), LONGEST_REST.toMillis()));
  }

  private void coverIfDue(int partition, String logId, long position) {
    try {
      long now = System.currentTimeMillis();
      if (due.computeIfAbsent(partition, this::firstDue) <= now && !thread.isClosing()) {
        due.put(partition, now + Math.min(every.toMillis(), RETRY.toMillis()));
        cover(partition, logId, position);
        due.put(partition, System.currentTimeMillis() + every.toMillis());
        failures.remove(partition);
      }
    } catch (ColophonException e) {
      if (!e.getMessage().equals(failures.put(partition, e.getMessage())) && !thread.isClosing()) {
        LOG.log(Level.WARNING, "no new snapshots of partition {0}: {1}", partition, e.getMessage());
      }
    }
  }

  /** Returns the time of the first snapshots, and finds those that another indexer has written. */
  private long firstDue(int partition) {
    for (IndexedHost each : copies.apply(partition)) {
      find(each).ifPresent(found -> newest.put(each.id(), found));
    }
    Path file = directory.partition(partition);
    try {
      return Files.exists(file)
          ? Files.getLastModifiedTime(file).toMillis() + every.toMillis()
          : System.currentTimeMillis();
    } catch (IOException e) {
      throw StoreDirectory.failed("read", file, e);
    }
  }

  private Optional<BackupCopy> find(IndexedHost host) {
    Path copy = HostDirectory.of(store, new StoreHost(host.id(), host.name()));
    return directory.newest(host.id(), BackupCopy.storeIdOf(copy));
  }

  private void cover(int partition, String logId, long position) {
    directory.requireHere();
    Map<String, Long> covered = new TreeMap<>();
    @Nullable ColophonException failure = null;
    for (IndexedHost each : copies.apply(partition)) {
      try {
        covered.put(each.id(), snapshot(each).lsn());
      } catch (ColophonException e) {
        failure = e; // the other hosts have snapshots nevertheless
      }
    }
    if (failure != null) {
      throw failure;
    }
    Path file = directory.partition(partition);
    new CoveredPartition(logId, position, covered).write(file);
    loader.forget(file.toString());
  }

  private BackupCopy snapshot(IndexedHost host) {
    BackupCopy found =
        find(host).filter(each -> isCurrent(each, host)).orElseGet(() -> write(host));
    newest.put(host.id(), found);
    return found;
  }

  /** A copy that is behind its snapshot, such as one before a hole, must not replace it. */
  private boolean isCurrent(BackupCopy snapshot, IndexedHost host) {
    return snapshot.lsn() > host.lastLsn()
        || (snapshot.lsn() == host.lastLsn() && !loader.isRefused(host.id()));
  }

  private BackupCopy write(IndexedHost host) {
    Path scratch = StoreDirectory.scratchIn(store, "snapshot");
    try {
      Path backup = scratch.resolve(host.id());
      appliers.backUp(new StoreHost(host.id(), host.name()), backup);
      BackupCopy written = directory.write(host.id(), BackupCopy.of(backup));
      loader.forget(host.id());
      return written;
    } finally {
      delete(scratch);
    }
  }

  private static void delete(Path directory) {
    try {
      FileTree.delete(directory);
    } catch (IOException e) {
      throw StoreDirectory.failed("delete", directory, e);
    }
  }

  /** Ends the thread. A snapshot that takes longer stays incomplete. */
  @Override
  public void close() {
    thread.close(CLOSE_MILLIS);
  }
}
