package org.colophon.core.feed;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.adapters.JournalHold;
import org.colophon.core.adapters.JournalRetention;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.jspecify.annotations.Nullable;

/** The feeds of a store: from the journal, or from the archive if they begin before it. */
public final class JournalFeeds {
  private final Journal journal;
  private final JournalRetention retention;
  private final FeedReaders readers;
  private final @Nullable Archive archive;
  private final @Nullable Archiver archiver;

  /** Begins to archive, if configured. Before the journal is released for the first time. */
  public JournalFeeds(
      Path store,
      Journal journal,
      JournalRetention retention,
      @Nullable ArchiveConfig config,
      long storeId) {
    this.journal = journal;
    this.retention = retention;
    this.readers = new FeedReaders(store, retention::hold);
    this.archive = config == null ? null : Archive.of(config.directory(), storeId);
    this.archiver =
        config == null || archive == null
            ? null
            : new Archiver(archive, config, this::fromJournal, journal::firstLsn);
    if (archiver != null) {
      archiver.start();
    }
  }

  /** A feed of the frames behind an LSN, which a named reader has. */
  public FrameSource behind(String reader, long lsn) {
    FrameSource feed = behind(lsn);
    try {
      readers.acknowledge(reader, lsn);
      return feed;
    } catch (RuntimeException e) {
      feed.close();
      throw e;
    }
  }

  /** The acknowledged LSN of each named reader. */
  public Map<String, Long> readers() {
    return readers.acknowledged();
  }

  /** A feed of the frames behind an LSN. */
  public FrameSource behind(long lsn) {
    if (lsn + 1 < journal.firstLsn() && archive != null && archive.hasBehind(lsn)) {
      return new ArchiveThenJournal(archive.behind(lsn), lsn, this::behind, journal::readableLsn);
    }
    return fromJournal(lsn);
  }

  private FrameSource fromJournal(long afterLsn) {
    if (afterLsn > journal.readableLsn()) {
      throw new ColophonException(
          ErrorCode.STORE_FOREIGN,
          "a feed behind LSN %d is asked for, but this store ends at LSN %d: it is an older copy, or another store"
              .formatted(afterLsn, journal.readableLsn()));
    }
    JournalHold hold = retention.hold(afterLsn);
    if (afterLsn + 1 >= journal.firstLsn()) {
      return new JournalFeed(journal, hold, afterLsn);
    }
    hold.close();
    throw new ColophonException(
        ErrorCode.PART_LOST,
        "the journal begins at LSN %d and no longer has what follows LSN %d: begin with a backup of this store, or let it keep an archive"
            .formatted(journal.firstLsn(), afterLsn));
  }

  /** The archive's state; null without one. */
  public @Nullable ArchiveStatus archiveStatus() {
    return archiver == null ? null : archiver.status();
  }

  /** Archives the rest of the journal, which is complete. */
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
