// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.journal.format.CanonicalFrame;
import org.jspecify.annotations.Nullable;

/**
 * Thread that copies a journal into an archive. The journal keeps frames that are not archived yet,
 * within its budget. A failure does not stop recording. It is reported, and the thread retries.
 */
public final class Archiver {
  private static final Logger LOG = System.getLogger(Archiver.class.getName());
  private static final long RETRY_MILLIS = 10_000;
  private static final long POLL_MILLIS = 1_000;

  /** Errors after which the archive cannot continue after its last file. */
  private static final Set<ErrorCode> OTHER_BEGIN =
      Set.of(ErrorCode.PART_LOST, ErrorCode.STORE_FOREIGN);

  private final Archive archive;
  private final ArchiveConfig config;
  private final StoreGeneration generation;
  private final LongFunction<FrameSource> feeds;
  private final LongSupplier journalBegin;
  private final Thread thread = new Thread(this::run, "colophon-archive");
  private @Nullable FrameSource feed; // the first one is opened before the thread starts
  private boolean isClosing;
  private volatile long lastLsn;
  private volatile long lostLsns;
  private volatile String failure = "";

  /**
   * Constructs an archiver.
   *
   * @param generation the store's; an archive belongs to one history
   * @param feeds opens the feed of the journal after an LSN
   * @param journalBegin returns the first LSN of the journal
   */
  public Archiver(
      Archive archive,
      ArchiveConfig config,
      StoreGeneration generation,
      LongFunction<FrameSource> feeds,
      LongSupplier journalBegin) {
    this.archive = archive;
    this.config = config;
    this.generation = generation;
    this.feeds = feeds;
    this.journalBegin = journalBegin;
    thread.setDaemon(true);
  }

  /** Makes the journal keep its frames after the archive's last LSN, and starts the thread. */
  public void start() {
    lastLsn = archive.lastLsn();
    try {
      feed = open();
    } catch (ColophonException e) {
      failed(e);
    }
    thread.start();
  }

  private FrameSource open() {
    archive.claim(generation.chain());
    long begin = journalBegin.getAsLong() - 1;
    if (begin > lastLsn) {
      if (lastLsn > 0) {
        long before = lostLsns;
        lostLsns = before + begin - lastLsn;
        LOG.log(
            Level.WARNING,
            "LSNs {0} to {1} were released before they were archived in {2}",
            "" + (lastLsn + 1),
            "" + begin,
            archive.directory());
      }
      lastLsn = begin;
    }
    return feeds.apply(lastLsn);
  }

  /** Returns the current state. Any thread. */
  public ArchiveStatus status() {
    return new ArchiveStatus(archive.directory().toString(), lastLsn, lostLsns, failure);
  }

  private void run() {
    boolean isOver = false;
    while (!isOver) {
      try {
        FrameSource source = feed == null ? open() : feed;
        feed = source;
        copy(source);
        isOver = true;
        source.close(); // not after a failure: the journal keeps the rest for the next run
      } catch (RuntimeException e) { // whatever happens, recording continues and this is retried
        failed(e);
        isOver = rest(RETRY_MILLIS);
      }
    }
  }

  private void failed(RuntimeException e) {
    if (!String.valueOf(e.getMessage()).equals(failure)) {
      LOG.log(Level.ERROR, "nothing is archived: {0}", e.getMessage());
    }
    failure = String.valueOf(e.getMessage());
    reopen(e instanceof ColophonException known && OTHER_BEGIN.contains(known.code()));
  }

  /**
   * Continues after the last sealed file, or at the journal's begin if frames between were
   * released.
   */
  private void reopen(boolean isLost) {
    FrameSource old = feed;
    try {
      feed = isLost ? null : feeds.apply(lastLsn); // first, so that the journal is kept
    } catch (ColophonException e) {
      feed = null;
    }
    if (old != null) {
      old.close();
    }
  }

  /** Archives frames. After {@link #close}, returns once all are archived. */
  private void copy(FrameSource source) {
    try (ArchiveWriter writer = new ArchiveWriter(archive)) {
      long sealNanos = config.sealAfter().toNanos();
      while (true) {
        boolean wasClosing = isClosing();
        CanonicalFrame frame = source.next(wasClosing ? 0 : POLL_MILLIS);
        if (frame != null) {
          writer.append(frame);
        }
        boolean isLast = frame == null && wasClosing;
        boolean isDue = writer.ageNanos() >= sealNanos || isLast;
        if (writer.bytes() > 0 && (isDue || writer.bytes() >= ArchiveConfig.PIECE_BYTES)) {
          archive.claim(generation.chain()); // a follower's may have changed
          lastLsn = writer.seal();
          source.release(lastLsn);
          failure = "";
        }
        if (isLast) {
          return;
        }
      }
    }
  }

  private synchronized boolean isClosing() {
    return isClosing;
  }

  /** Waits, unless closing. Returns true if closing. */
  private synchronized boolean rest(long millis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      long left = millis;
      while (!isClosing && left > 0) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      }
      return isClosing;
    } catch (InterruptedException e) {
      return true;
    }
  }

  /** Archives all frames on disk, and ends the thread. */
  public void close() {
    synchronized (this) {
      isClosing = true;
      notifyAll();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("completing the archive", e);
    }
  }
}
