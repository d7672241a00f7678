// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.threads.BackgroundThreads;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the number of a store's files. Each sync leaves a few small files for each column family.
 * Their keys ascend with time, so they do not overlap, and RocksDB never merges them. This class
 * merges neighbouring files on a background thread, a bounded number at a time ({@link
 * SmallFiles}). RocksDB replaces files atomically, so a crash leaves the old ones.
 *
 * <p>The adapter's thread calls {@link #synced} and {@link #close}.
 */
public final class FileMerger implements AutoCloseable {
  private static final Logger LOG = System.getLogger(FileMerger.class.getName());

  /** Number of syncs between two checks of the files. */
  private static final int SYNCS_PER_CHECK = SmallFiles.MANY;

  // Short commands never sync often enough, so close merges their files: less than 32 MiB in all.
  private static final int RUNS_AT_CLOSE = 16;
  private static final List<Long> LIMITS_AT_CLOSE = SmallFiles.LIMITS.subList(0, 2);

  private final Database database;
  private final BackgroundThreads threads;
  private final ExecutorService executor = Executors.newSingleThreadExecutor(FileMerger::thread);
  private final AtomicBoolean isChecking = new AtomicBoolean();
  private final AtomicBoolean hasWarned = new AtomicBoolean();
  private volatile boolean isClosing;
  private volatile String loggedDamage = "";

  /** The background thread; null before its first merge. */
  private volatile @Nullable Thread merging;

  private int syncs;

  public FileMerger(Database database, BackgroundThreads threads) {
    this.database = database;
    this.threads = threads;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "colophon-merge-rocksdb");
    thread.setDaemon(true);
    return thread;
  }

  /** Counts a sync that left files. Never waits. */
  public void synced() {
    syncs++;
    if (syncs >= SYNCS_PER_CHECK && isChecking.compareAndSet(false, true)) {
      syncs = 0;
      executor.execute(this::check);
    }
  }

  private void check() {
    threads.setUrgent(false);
    merging = Thread.currentThread();
    try {
      merge(SmallFiles.LIMITS, merged -> isClosing);
    } finally {
      isChecking.set(false);
    }
  }

  /** Logs failures only: a failed merge loses nothing, and the next check retries it. */
  private void merge(List<Long> limits, IntPredicate isEnough) {
    int merged = 0;
    for (long limit : limits) {
      for (List<StoredFile> run : SmallFiles.runs(database.files(), limit)) {
        if (isEnough.test(merged)) {
          return;
        }
        merge(run);
        merged++;
      }
    }
  }

  private void merge(List<StoredFile> run) {
    try {
      database.merge(run);
    } catch (ColophonException e) {
      report(e);
    }
  }

  /** Logs one warning for failures, but an error for each new damage. */
  public void report(ColophonException failure) {
    if (failure.code() != ErrorCode.STORE_CORRUPT) {
      Level level = hasWarned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG;
      LOG.log(level, "small files are not merged for now: {0}", failure.getMessage());
    } else if (!failure.getMessage().equals(loggedDamage)) {
      loggedDamage = failure.getMessage();
      LOG.log(Level.ERROR, "stored data is damaged: {0}", loggedDamage);
    }
  }

  /** Waits for the running merge, then merges a few files. The database is still open. */
  @Override
  public void close() {
    isClosing = true;
    executor.shutdown();
    Thread waitedFor = merging;
    if (waitedFor != null) {
      threads.raisePriority(waitedFor);
    }
    boolean isInterrupted = false;
    for (boolean hasEnded = false; !hasEnded; ) {
      try {
        hasEnded = executor.awaitTermination(1, TimeUnit.HOURS);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    if (syncs > 0) {
      merge(LIMITS_AT_CLOSE, merged -> merged == RUNS_AT_CLOSE);
    }
  }
}
