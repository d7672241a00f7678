// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.jspecify.annotations.Nullable;

/**
 * Thread that makes the kernel's frames durable. One fdatasync serves every caller that waited when
 * it began. Without waiters it syncs at the end of each interval. A failed sync is never repeated,
 * since Linux may have dropped the dirty pages. Instead, everything after it fails.
 *
 * <p>The lock guards every field; it is never held during I/O.
 */
final class GroupCommit {
  private final long intervalMillis;
  private final SyncedMark mark;
  private final Consumer<Throwable> onFailure;
  private final Runnable onCommit;
  private final Thread thread = new Thread(this::run, "colophon-commit");
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wake = lock.newCondition();
  private final Condition committed = lock.newCondition();

  /** Files written since they were last synced, oldest first; all but the last are complete. */
  private final ArrayDeque<SegmentFile> dirty = new ArrayDeque<>();

  private @Nullable SegmentFile current;
  private boolean currentDirty;
  private long accountedLsn;
  private long durableLsn;

  /** End of the last written frame, and of the last durable frame. */
  private long frameLsn;

  private volatile long durableFrameLsn;

  /** Number of frames, needed because some account for no LSN of their own. */
  private long accountedFrames;

  private long durableFrames;
  private long wantedFrames;

  /**
   * Awaited LSNs, the smallest first. A sync before the smallest one is written would be useless.
   */
  private final PriorityQueue<Long> wanted = new PriorityQueue<>();

  private boolean closed;
  private @Nullable Throwable failure;

  /**
   * Constructs a group commit that is not started.
   *
   * @param durableLsn the LSN up to which everything is on disk already.
   * @param mark records the durable LSN before any waiter is released.
   * @param onFailure called once, on the commit thread.
   * @param onCommit called after each sync, on the commit thread.
   */
  GroupCommit(
      long intervalMillis,
      long durableLsn,
      SyncedMark mark,
      Consumer<Throwable> onFailure,
      Runnable onCommit) {
    this.intervalMillis = intervalMillis;
    this.mark = mark;
    this.durableLsn = durableLsn;
    this.accountedLsn = durableLsn;
    this.frameLsn = durableLsn;
    this.durableFrameLsn = durableLsn;
    this.onFailure = onFailure;
    this.onCommit = onCommit;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Starts a new current file; the previous one is complete. Kernel thread. */
  void roll(SegmentFile file) {
    lock.lock();
    try {
      if (current != null) {
        dirty.add(current);
      }
      current = file;
      currentDirty = true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Reports that everything up to an LSN was handled and its records are written. Kernel thread.
   *
   * @param frames the number of frames written in this run
   * @param lastFrameLsn the end of the last frame
   */
  void accounted(long lsn, boolean wrote, long frames, long lastFrameLsn) {
    lock.lock();
    try {
      accountedLsn = lsn;
      frameLsn = lastFrameLsn;
      currentDirty |= wrote;
      accountedFrames = frames;
      if (isAskedFor()) {
        wake.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  long durableLsn() {
    lock.lock();
    try {
      return durableLsn;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the end of the frames on disk, without LSNs that no frame holds. Any thread. */
  long durableFrameLsn() {
    return durableFrameLsn;
  }

  /** Returns the number of this run's frames on disk. */
  long durableFrames() {
    lock.lock();
    try {
      return durableFrames;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until every accounted frame is on disk. */
  void awaitFrames() {
    lock.lock();
    try {
      long frames = accountedFrames;
      wantedFrames = Math.max(wantedFrames, frames);
      wake.signal();
      while (durableFrames < frames) {
        refuseIfOver();
        committed.await();
      }
    } catch (InterruptedException e) {
      throw interrupted("all frames", e);
    } finally {
      lock.unlock();
    }
  }

  private static ColophonException interrupted(String awaited, InterruptedException cause) {
    return ColophonException.interrupted("waiting for " + awaited + " to be durable", cause);
  }

  void awaitDurable(long lsn) {
    lock.lock();
    try {
      if (durableLsn < lsn) {
        await(lsn);
      }
    } catch (InterruptedException e) {
      throw interrupted("LSN " + lsn, e);
    } finally {
      lock.unlock();
    }
  }

  private void await(long lsn) throws InterruptedException {
    wanted.add(lsn);
    try {
      if (isAskedFor()) {
        wake.signal(); // else the kernel thread signals, once it has written it
      }
      while (durableLsn < lsn) {
        refuseIfOver();
        committed.await();
      }
    } finally {
      wanted.remove(lsn);
    }
  }

  private void refuseIfOver() {
    if (failure != null) {
      throw ErrorCode.KERNEL_FAILED.exception(
          "the journal failed: " + IoFailure.reason(failure), failure);
    }
    if (closed) {
      throw ErrorCode.KERNEL_CLOSED.exception("the journal is closed");
    }
  }

  /** Releases all waiters with a failure. */
  void fail(Throwable cause) {
    lock.lock();
    try {
      if (failure == null) {
        failure = cause;
      }
      committed.signalAll();
      wake.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Syncs the rest and ends the thread. */
  void close() throws InterruptedException {
    lock.lock();
    try {
      closed = true;
      wake.signal();
    } finally {
      lock.unlock();
    }
    thread.join();
  }

  private void run() {
    boolean more = true;
    while (more) {
      try {
        more = awaitWork();
        commit();
      } catch (IOException | RuntimeException | Error e) {
        try {
          onFailure.accept(e); // first, so that released waiters see the failure
        } finally {
          fail(e);
        }
        return;
      }
    }
  }

  private boolean awaitWork() {
    lock.lock();
    try {
      long nanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
      while (!closed && failure == null && nanos > 0 && !isAskedFor()) {
        nanos = wake.awaitNanos(nanos);
      }
      return !closed && failure == null;
    } catch (InterruptedException e) {
      throw new IllegalStateException("the commit thread was interrupted", e);
    } finally {
      lock.unlock();
    }
  }

  private boolean isAskedFor() {
    return wantedFrames > durableFrames || (!wanted.isEmpty() && wanted.peek() <= accountedLsn);
  }

  private void commit() throws IOException {
    SegmentFile[] complete;
    SegmentFile last;
    long lsn;
    long frame;
    long frames;
    lock.lock();
    try {
      complete = dirty.toArray(new SegmentFile[0]);
      dirty.clear();
      last = currentDirty ? current : null;
      currentDirty = false;
      lsn = accountedLsn;
      frame = frameLsn;
      frames = accountedFrames;
    } finally {
      lock.unlock();
    }
    for (SegmentFile file : complete) {
      file.force();
      file.close();
    }
    if (last != null) {
      last.force();
    }
    mark.record(frame);
    boolean isMore = frame > durableFrameLsn;
    durableFrameLsn = frame; // first, since a released waiter may read it
    advance(lsn, frames);
    if (isMore) {
      onCommit.run();
    }
  }

  private void advance(long lsn, long frames) {
    lock.lock();
    try {
      durableLsn = Math.max(durableLsn, lsn);
      durableFrames = frames;
      while (!wanted.isEmpty() && wanted.peek() <= durableLsn) {
        wanted.poll();
      }
      committed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
