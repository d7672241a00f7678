// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.colophon.core.adapters.JournalHold;
import org.colophon.core.adapters.JournalRetention;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.journal.Journal;
import org.colophon.core.state.KernelGate;
import org.jspecify.annotations.Nullable;

/** The feeds of a store: from the journal, or from the archive if they begin before it. */
public final class JournalFeeds {
  /**
   * The reader that publishes the history. The journal keeps frames for it longer than for others.
   */
  public static final String PUBLISHER = "publish";

  /**
   * The reader that certifies the history. The journal keeps frames for it as long as for the
   * publisher.
   */
  public static final String CERTIFIER = "certify";

  /** The reader that builds the certified log of a copied history. */
  public static final String LOG_COPY = "log-copy";

  private final Journal journal;
  private final JournalRetention retention;
  private final KernelGate gate;
  private final FeedReaders readers;
  private final @Nullable Archive archive;
  private final @Nullable Archiver archiver;

  /**
   * Constructs the feeds, and starts to archive if configured. Call before the journal is first
   * released.
   */
  public JournalFeeds(
      Path store,
      Journal journal,
      JournalRetention retention,
      KernelGate gate,
      @Nullable ArchiveConfig config,
      StoreGeneration generation) {
    this.journal = journal;
    this.retention = retention;
    this.gate = gate;
    this.readers = new FeedReaders(store, retention::hold);
    this.archive = config == null ? null : Archive.of(config.directory(), generation.storeId());
    this.archiver =
        config == null || archive == null
            ? null
            : new Archiver(archive, config, generation, this::fromJournal, journal::firstLsn);
    if (archiver != null) {
      archiver.start();
    }
  }

  /**
   * Returns a feed of the frames after an LSN for a named reader, which has all earlier frames. The
   * journal keeps the frames after that LSN for a day, or until the reader requests frames after a
   * later LSN.
   *
   * @param reader up to 64 letters, digits, dots, underscores and hyphens
   */
  public FrameSource after(String reader, long lsn) {
    FrameSource feed = after(lsn);
    try {
      readers.acknowledge(reader, lsn);
      return feed;
    } catch (RuntimeException e) {
      feed.close();
      throw e;
    }
  }

  /** Records that a named reader has everything up to an LSN. */
  public void acknowledge(String reader, long lsn) {
    readers.acknowledge(reader, lsn);
  }

  /** Removes a named reader that will not return, and releases the journal that was held for it. */
  public void forget(String reader) {
    readers.remove(reader);
  }

  /** Returns the LSN before the first LSN in the journal or the archive. */
  public long oldestLsn() {
    return archive != null && archive.hasAfter(0) ? 0 : journal.firstLsn() - 1;
  }

  /**
   * Returns the last LSN of the last frame on disk, at which each feed ends for now. Later LSNs may
   * be durable too, if they left no record.
   */
  public long lastLsn() {
    return journal.readableLsn();
  }

  /** Returns the acknowledged LSN of each named reader. */
  public Map<String, Long> readers() {
    return readers.acknowledged();
  }

  /**
   * Returns a feed of the frames after an LSN. Until the feed is closed, the journal keeps the
   * frames that the feed has not read, within its budget.
   *
   * @throws ColophonException PART_LOST if the journal begins later; STORE_FOREIGN if the store
   *     ends before the LSN; KERNEL_CLOSED, KERNEL_FAILED
   */
  public FrameSource after(long lsn) {
    gate.check();
    if (lsn + 1 < journal.firstLsn() && archive != null && archive.hasAfter(lsn)) {
      return new ArchiveThenJournal(archive.after(lsn), lsn, this::after, journal::readableLsn);
    }
    return fromJournal(lsn);
  }

  private FrameSource fromJournal(long afterLsn) {
    if (afterLsn > journal.readableLsn()) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "a feed after LSN %d was requested, but this store ends at LSN %d: it is an older copy, or another store"
              .formatted(afterLsn, journal.readableLsn()));
    }
    JournalHold hold = retention.hold(afterLsn);
    if (afterLsn + 1 >= journal.firstLsn()) {
      return new JournalFeed(journal, hold, afterLsn);
    }
    hold.close();
    throw ErrorCode.PART_LOST.exception(
        "the journal begins at LSN %d and no longer has the records after LSN %d: begin with a backup of this store, or let it keep an archive"
            .formatted(journal.firstLsn(), afterLsn));
  }

  /** Returns the archive's state; empty without one. */
  public Optional<ArchiveStatus> archiveStatus() {
    return Optional.ofNullable(archiver).map(Archiver::status);
  }

  /** Archives the rest of the journal, to which no frames are added any more. */
  public void close() {
    readers.save();
    if (archiver != null) {
      try {
        journal.awaitFramesDurable(); // an archive has only what is on disk
      } finally {
        archiver.close();
      }
    }
  }
}
