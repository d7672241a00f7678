// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.backup.BackupCopy;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;

/**
 * A directory with snapshots of copies: backups {@code MACHINE-ID/LSN-INDEXER}. Several indexers
 * may write at once, since each writes and deletes only incomplete snapshots of its own.
 *
 * @param writer name of this indexer
 */
record SnapshotDirectory(Path root, String writer) {
  SnapshotDirectory {
    writer = writer.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  /**
   * Requires the directory, which this class never creates: a mount may be missing.
   *
   * @throws ColophonException NOT_FOUND
   */
  void requireHere() {
    ErrorCode.NOT_FOUND.require(
        Files.isDirectory(root),
        "there is no directory " + root + " for snapshots: mount or create it");
  }

  Path partition(int partition) {
    return root.resolve("partition-" + partition);
  }

  /**
   * Returns the complete snapshots of a host, the newest first.
   *
   * @param refused receives the reasons why other directories are no snapshots
   */
  List<BackupCopy> of(String hostId, Consumer<ColophonException> refused) {
    requireHere();
    List<BackupCopy> found = new ArrayList<>();
    for (Path each : directories(hostId)) {
      try {
        found.add(BackupCopy.of(each));
      } catch (ColophonException e) {
        if (e.code() == ErrorCode.IO_FAILED) {
          throw e;
        }
        refused.accept(e);
      }
    }
    found.sort(Comparator.comparingLong(BackupCopy::lsn).reversed());
    return found;
  }

  private List<Path> directories(String hostId) {
    Path own = root.resolve(hostId);
    if (!Files.isDirectory(own)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(own)) {
      return all.filter(each -> !each.toString().endsWith(BackupCopy.PARTIAL)).toList();
    } catch (IOException e) {
      throw StoreDirectory.failed("list", own, e);
    }
  }

  /** Returns the newest snapshot of a host's store. */
  Optional<BackupCopy> newest(String hostId, long storeId) {
    return of(hostId, other -> {}).stream() // the others are replaced
        .filter(each -> each.storeId() == storeId)
        .findFirst();
  }

  /** Writes a snapshot from a backup, and deletes those that it replaces. */
  BackupCopy write(String hostId, BackupCopy backup) {
    List<BackupCopy> former = of(hostId, other -> {});
    Path own = root.resolve(hostId);
    Path target = own.resolve(backup.lsn() + "-" + writer);
    try {
      if (!Files.isDirectory(own)) {
        Files.createDirectory(own, PrivateFiles.DIRECTORY);
      }
      FileTree.delete(target); // damaged, or of another store
      deletePartial(own);
      backup.writeTo(target, former.stream().findFirst().map(BackupCopy::directory));
      BackupCopy written = BackupCopy.of(target);
      for (BackupCopy each : former) {
        if (!each.directory().equals(target) && isReplaced(each, written)) {
          FileTree.delete(each.directory());
        }
      }
      return written;
    } catch (IOException e) {
      throw StoreDirectory.failed("write", own, e);
    }
  }

  /** Another indexer that now has the partition may have written one that is newer. */
  private static boolean isReplaced(BackupCopy former, BackupCopy written) {
    return former.lsn() <= written.lsn() || former.storeId() != written.storeId();
  }

  private void deletePartial(Path own) throws IOException {
    try (Stream<Path> all = Files.list(own)) {
      for (Path each : all.filter(this::isOwnPartial).toList()) {
        FileTree.delete(each);
      }
    }
  }

  private boolean isOwnPartial(Path directory) {
    return directory.getFileName().toString().matches("[0-9]+-\\Q" + writer + "\\E\\.partial");
  }
}
