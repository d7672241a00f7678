// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.files.FileTree;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.format.FrameFacts;

/**
 * The store of one host, as seen from its files.
 *
 * @param isLocal true for the store's own host
 * @param lastLsn last LSN on disk; 0 without a journal
 * @param lastWriteMillis time of the last write to the journal; 0 without one
 * @param bytes size of all files
 */
public record HostSummary(
    StoreHost host, boolean isLocal, long lastLsn, long lastWriteMillis, long bytes) {

  /** Summarizes a store's own host, if it is known, and then the others by name. */
  public static List<HostSummary> of(Path store) {
    List<HostSummary> all = new ArrayList<>();
    StoreHost.of(store).ifPresent(host -> all.add(summary(host, true, store)));
    for (StoreHost host : HostDirectory.list(store)) {
      all.add(summary(host, false, HostDirectory.of(store, host)));
    }
    return all;
  }

  /** Returns all hosts of a store, its own first. */
  public static List<StoreHost> hosts(Path store) {
    List<StoreHost> all = new ArrayList<>();
    StoreHost.of(store).ifPresent(all::add);
    all.addAll(HostDirectory.list(store));
    return all;
  }

  /** Returns the last LSN on disk of one store; 0 without a journal. */
  public static long lastLsn(Path store) {
    FrameFacts last = Journal.peekLastFrame(StoreDirectory.journalIn(store));
    return last == null ? 0 : last.lastLsn();
  }

  private static HostSummary summary(StoreHost host, boolean isLocal, Path store) {
    Path journal = StoreDirectory.journalIn(store);
    FrameFacts last = Journal.peekLastFrame(journal);
    try {
      Path hosts = store.resolve(HostDirectory.DIRECTORY);
      long others = isLocal ? FileTree.bytes(hosts) : 0;
      long written = last == null ? 0 : Files.getLastModifiedTime(journal).toMillis();
      return new HostSummary(
          host,
          isLocal,
          last == null ? 0 : last.lastLsn(),
          written,
          FileTree.bytes(store) - others);
    } catch (IOException e) {
      throw StoreDirectory.failed("read", store, e);
    }
  }
}
