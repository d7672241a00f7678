package org.colophon.storage.rocksdb;

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
import org.colophon.core.threads.Urgency;

/**
 * Keeps the number of a store's files in bounds. Each sync leaves small files, a few for each
 * column family. Keys ascend with time, so these do not overlap, and RocksDB moves them down its
 * levels as they are. This merges neighbours instead: now and then, on a thread of its own, a
 * bounded piece at a time ({@link SmallFiles}). RocksDB replaces files atomically, so a crash
 * leaves the old ones.
 *
 * <p>{@link #synced} and {@link #close} are called by the adapter's thread.
 */
final class FileMerger implements AutoCloseable {
  private static final Logger LOG = System.getLogger(FileMerger.class.getName());

  /** How many syncs lie between two looks at the files. */
  private static final int SYNCS_A_LOOK = SmallFiles.MANY;

  // What short commands leave, which never sync often enough, is merged as they close: less than
  // 32 MiB in all.
  private static final int RUNS_AT_CLOSE = 16;
  private static final List<Long> LIMITS_AT_CLOSE = SmallFiles.LIMITS.subList(0, 2);

  private final Database database;
  private final ExecutorService executor = Executors.newSingleThreadExecutor(FileMerger::thread);
  private final AtomicBoolean isLooking = new AtomicBoolean();
  private final AtomicBoolean hasWarned = new AtomicBoolean();
  private volatile boolean isClosing;
  private volatile String loggedDamage = "";

  /** Who merges beside the adapter's thread; null if nobody has yet. */
  private volatile Thread merging;

  private int syncs;

  FileMerger(Database database) {
    this.database = database;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "colophon-merge-rocksdb");
    thread.setDaemon(true);
    return thread;
  }

  /** A sync left files. Never waits. */
  void synced() {
    syncs++;
    if (syncs >= SYNCS_A_LOOK && isLooking.compareAndSet(false, true)) {
      syncs = 0;
      executor.execute(this::look);
    }
  }

  private void look() {
    Urgency.set(false);
    merging = Thread.currentThread();
    try {
      merge(SmallFiles.LIMITS, merged -> isClosing);
    } finally {
      isLooking.set(false);
    }
  }

  /** A failure to merge loses nothing, and the next look tries again; so it is only told. */
  private void merge(List<Long> limits, IntPredicate isEnough) {
    int merged = 0;
    try {
      for (long limit : limits) {
        for (List<StoredFile> run : SmallFiles.runs(database.files(), limit)) {
          if (isEnough.test(merged)) {
            return;
          }
          database.merge(run);
          merged++;
        }
      }
    } catch (ColophonException e) {
      report(e);
    }
  }

  /** Logs a failure once; damage even after other failures. */
  void report(ColophonException failure) {
    if (failure.code() != ErrorCode.STORE_CORRUPT) {
      Level level = hasWarned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG;
      LOG.log(level, "small files stay unmerged for now: {0}", failure.getMessage());
    } else if (!failure.getMessage().equals(loggedDamage)) {
      loggedDamage = failure.getMessage();
      LOG.log(Level.ERROR, "stored data is damaged: {0}", loggedDamage);
    }
  }

  /** Waits for the merge under way, then merges a little itself. The database is open still. */
  @Override
  public void close() {
    isClosing = true;
    executor.shutdown();
    Thread waitedFor = merging;
    if (waitedFor != null) {
      Urgency.hurry(waitedFor);
    }
    boolean isInterrupted = false;
    for (boolean isOver = false; !isOver; ) {
      try {
        isOver = executor.awaitTermination(1, TimeUnit.HOURS);
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
