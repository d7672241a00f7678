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

/**
 * One thread that makes what the kernel wrote durable: one fdatasync serves everybody who waited
 * when it began. Without waiters it syncs when the interval is over. A sync that fails is never
 * repeated, since the kernel may have dropped the dirty pages: it fails everything after it.
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

  private SegmentFile current;
  private boolean currentDirty;
  private long accountedLsn;
  private long durableLsn;

  /** The end of the last frame that was written, and of the last that is durable. */
  private long frameLsn;

  private volatile long durableFrameLsn;

  /** Frames are counted as well: some account for no LSN of their own. */
  private long accountedFrames;

  private long durableFrames;
  private long wantedFrames;

  /** What is waited for, least first. A sync before the least is written would serve nobody. */
  private final PriorityQueue<Long> wanted = new PriorityQueue<>();

  private boolean closed;
  private Throwable failure;

  /**
   * Nothing runs yet.
   *
   * @param durableLsn up to where everything is on disk already
   * @param mark records what is durable before anybody who waits for it is released
   * @param onFailure told once, on the commit thread
   * @param onCommit told after each sync, on the commit thread
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

  /** A new current file; the one before is complete. Kernel thread. */
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
   * Everything up to an LSN was handled, and what survived was written. Kernel thread.
   *
   * @param frames how many were written in this run
   * @param lastFrameLsn where the last of them ends
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

  /** Up to where frames are on disk; what was only accounted for is not counted. Any thread. */
  long durableFrameLsn() {
    return durableFrameLsn;
  }

  /** How many frames of this run are on disk. */
  long durableFrames() {
    lock.lock();
    try {
      return durableFrames;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until every frame accounted for is on disk. */
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
    Thread.currentThread().interrupt();
    return new ColophonException(
        ErrorCode.INTERRUPTED,
        "interrupted while waiting for " + awaited + " to be durable",
        cause);
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
        wake.signal(); // else the kernel thread does, once it has written it
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
      throw new ColophonException(
          ErrorCode.KERNEL_FAILED, "the journal failed: " + failure.getMessage(), failure);
    }
    if (closed) {
      throw new ColophonException(ErrorCode.KERNEL_CLOSED, "the journal is closed");
    }
  }

  /** Releases everybody who waits: what they wait for will not come. */
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

  /** Syncs what is left and ends the thread. */
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
          onFailure.accept(e); // first: whoever is released finds that all has failed
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
    durableFrameLsn = frame; // first: who is released may read it
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
