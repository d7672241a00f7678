// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.backup.BackupCopy;
import org.colophon.core.backup.StoreRestore;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.host.StoreHost;

/**
 * Replaces copies by snapshots. A snapshot that cannot be used is reported and leaves the copy as
 * it is. The thread of the indexer loads; any thread reads the reasons.
 */
final class SnapshotLoader {
  private static final Logger LOG = System.getLogger(SnapshotLoader.class.getName());
  private static final long RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final SnapshotDirectory directory;
  private final Path store;
  private final HostAppliers appliers;

  /** A snapshot, or a list of them, that cannot be used. */
  private record Refused(String reason, long nanos) {}

  /** By machine id or file. */
  private final Map<String, Refused> refused = new ConcurrentSkipListMap<>();

  SnapshotLoader(SnapshotDirectory directory, Path store, HostAppliers appliers) {
    this.directory = directory;
    this.store = store;
    this.appliers = appliers;
  }

  /** Finishes replacements that a crash has interrupted. Call before a store is opened. */
  static void finish(Path store) {
    Path hosts = store.resolve(HostDirectory.DIRECTORY);
    if (!Files.isDirectory(hosts)) {
      return;
    }
    try (Stream<Path> all = Files.list(hosts)) {
      for (Path each : all.toList()) {
        String name = each.getFileName().toString();
        if (name.endsWith(StoreRestore.REPLACED)) {
          StoreRestore.finishReplacement(
              hosts.resolve(name.substring(0, name.length() - StoreRestore.REPLACED.length())));
        }
      }
    } catch (IOException e) {
      throw StoreDirectory.failed("read", hosts, e);
    }
  }

  /** Returns true for a machine id whose snapshot was not used, such as a damaged one. */
  boolean isRefused(String hostId) {
    return refused.containsKey(hostId);
  }

  /** Forgets the reason of a machine id or file, which was written again. */
  void forget(String key) {
    refused.remove(key);
  }

  /** Returns the reasons why snapshots are not used. */
  List<String> reasons() {
    return refused.values().stream().map(Refused::reason).toList();
  }

  /**
   * Loads the snapshots of a partition that are newer than the copies.
   *
   * @param known position before which the copies lack no entry; -1 if it is unknown
   * @param lastLsn last LSN of a copy; 0 without one
   * @param loaded receives the new copies
   * @return the position at which to continue; empty for the known one
   */
  OptionalLong load(
      int partition,
      String logId,
      long known,
      ToLongFunction<String> lastLsn,
      Consumer<IndexedHost> loaded) {
    CoveredPartition covered = covered(partition);
    if (!covered.logId().equals(logId) || covered.position() <= known) {
      return OptionalLong.empty();
    }
    boolean isComplete = true;
    for (Map.Entry<String, Long> each : covered.hosts().entrySet()) {
      if (lastLsn.applyAsLong(each.getKey()) < each.getValue()) {
        try {
          loaded.accept(load(each.getKey(), 0, each.getValue()));
        } catch (ColophonException e) {
          rethrowIfBusy(e);
          isComplete = false; // and its entries are read from the oldest on
        }
      }
    }
    return isComplete ? OptionalLong.of(covered.position()) : OptionalLong.empty();
  }

  private CoveredPartition covered(int partition) {
    Path file = directory.partition(partition);
    try {
      return CoveredPartition.read(file);
    } catch (ColophonException e) {
      refuse(file.toString(), "no snapshots of partition " + partition + ": " + e.getMessage());
      return CoveredPartition.NONE;
    }
  }

  /**
   * Loads the newest snapshot of a host, to close a hole.
   *
   * @param storeId id of the store that records the host
   * @param hole the failure at the hole
   * @param neededLsn last LSN in the hole
   * @throws ColophonException PART_LOST with both reasons if no snapshot closes the hole
   */
  void closeHole(String hostId, long storeId, long neededLsn, ColophonException hole) {
    Refused before = refused.get(hostId);
    try {
      if (before != null && System.nanoTime() - before.nanos() < RETRY_NANOS) {
        throw ErrorCode.PART_LOST.exception(before.reason());
      }
      load(hostId, storeId, neededLsn);
    } catch (ColophonException e) {
      rethrowIfBusy(e);
      throw ErrorCode.PART_LOST.exception(hole.getMessage() + "; " + e.getMessage(), e);
    }
  }

  private static void rethrowIfBusy(ColophonException e) {
    if (e.code().isRetriable()) {
      throw e;
    }
  }

  private IndexedHost load(String hostId, long storeId, long neededLsn) {
    List<ColophonException> others = new ArrayList<>();
    String place = directory.root().resolve(hostId).toString();
    try {
      BackupCopy newest = directory.of(hostId, others::add).stream().findFirst().orElse(null);
      if (newest == null) {
        throw others.isEmpty()
            ? ErrorCode.NOT_FOUND.exception("it has no snapshot of the host")
            : others.get(0);
      }
      place = newest.directory().toString();
      IndexedHost loaded = restore(hostId, storeId, neededLsn, newest);
      refused.remove(hostId);
      LOG.log(Level.INFO, "loaded {0} as the copy of host {1}", place, loaded.name());
      return loaded;
    } catch (ColophonException e) {
      rethrowIfBusy(e);
      String reason = place + " is not used: " + e.getMessage();
      refuse(hostId, reason);
      throw new ColophonException(e.code(), reason, e);
    }
  }

  private void refuse(String key, String reason) {
    Refused before = refused.put(key, new Refused(reason, System.nanoTime()));
    if (before == null || !before.reason().equals(reason)) {
      LOG.log(Level.WARNING, reason);
    }
  }

  private IndexedHost restore(String hostId, long storeId, long neededLsn, BackupCopy snapshot) {
    Path from = snapshot.directory();
    if (snapshot.lsn() < neededLsn) {
      throw ErrorCode.PART_LOST.exception(
          "it ends at LSN %d, but the topic needs one up to LSN %d: put a newer backup of the host there"
              .formatted(snapshot.lsn(), neededLsn));
    }
    StoreDirectory.exists(from); // refuses a newer format
    StoreHost host =
        StoreHost.of(from)
            .filter(each -> each.id().equals(hostId))
            .orElseThrow(() -> ErrorCode.STORE_FOREIGN.exception("it is of another host"));
    long found = snapshot.storeId();
    Path copy = HostDirectory.of(store, host);
    long expected = storeId == 0 && Files.exists(copy) ? BackupCopy.storeIdOf(copy) : storeId;
    if (found == 0 || (expected != 0 && expected != found)) {
      throw ErrorCode.STORE_FOREIGN.exception("it is of another store of the host");
    }
    Path growing = StoreRestore.beginReplacement(copy);
    try {
      StoreRestore.copy(from, growing);
      appliers.replace(host, found, growing);
    } finally {
      delete(growing);
    }
    return new IndexedHost(hostId, host.name(), snapshot.lsn(), 0, "");
  }

  private static void delete(Path growing) {
    try {
      FileTree.delete(growing);
    } catch (IOException e) {
      throw StoreDirectory.failed("delete", growing, e);
    }
  }
}
