// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.ProcessTracer;
import org.colophon.core.spi.reporter.ReporterCoordination;

/**
 * Tracer that replays recorded calls on the reporter's thread, and on a mirror's thread before the
 * mirror reports an event. A call is recorded before the traced process continues, so the recorded
 * calls then include all earlier events of the process. A lock admits one thread at a time.
 */
public abstract class ReplayTracer implements ProcessTracer, AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;

  protected final Replay replay;
  protected final ReporterCoordination neighbours;
  private final ReentrantLock lock = new ReentrantLock();
  private final Runnable flush;
  private final String input;
  private boolean isClosed;

  /**
   * Creates a tracer. The subclass calls {@link #join} when it is complete.
   *
   * @param flush publishes the replayed operations
   * @param input the name of the recorded calls, for messages
   */
  protected ReplayTracer(
      Replay replay, Runnable flush, ReporterCoordination neighbours, String input) {
    this.replay = replay;
    this.flush = flush;
    this.neighbours = neighbours;
    this.input = input;
  }

  /** Registers with other reporters until closed. */
  protected final void join() {
    neighbours.join(this);
  }

  /**
   * Replays some recorded calls, with the lock held. Returns their amount, 0 or less if there are
   * none.
   */
  protected abstract int replayNext() throws IOException;

  /** Replays all calls that are recorded already, with the lock held. */
  protected abstract void replayAll() throws IOException;

  /** Replays some recorded calls. Returns their amount, 0 or less if there are none. */
  public final int take() throws IOException {
    lock.lock();
    try {
      return replayNext();
    } finally {
      lock.unlock();
    }
  }

  /** Publishes the replayed operations. */
  public final void publish() {
    locked(flush);
  }

  /** Runs an action on the replay with the lock held. */
  protected final void locked(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void catchUp() {
    reportAll();
    lock.unlock();
  }

  @Override
  public long processOf(int task) {
    reportAll();
    try {
      if (isClosed) {
        return NOT_TRACED;
      }
      long process = replay.finder.processOf(task);
      flush.run();
      return process;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void writes(int task) {
    reportAll();
    try {
      replay.writes(task);
      flush.run();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void opened(int task, long object, boolean isUnseen) {
    replay.mirrorReports.opened(task, object, isUnseen);
  }

  @Override
  public void reported(int task) {
    replay.mirrorReports.reported(task);
  }

  /** Reports all earlier events, and keeps the lock. Returns false if the tracer is closed. */
  protected final boolean reportAll() {
    acquire();
    boolean isDone = false;
    try {
      if (!isClosed) {
        replayAll();
        flush.run();
      }
      isDone = true;
      return !isClosed;
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read " + input + ": " + e.getMessage(), e);
    } finally {
      if (!isDone) {
        lock.unlock();
      }
    }
  }

  /** Releases the lock after {@link #reportAll}. */
  protected final void release() {
    lock.unlock();
  }

  /** Acquires the lock. Fails after a minute, because the holder may be waiting for this thread. */
  private void acquire() {
    try {
      if (lock.tryLock(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("interrupted while reading " + input, e);
    }
    throw ErrorCode.IO_FAILED.exception(
        "%s was not processed within %d s; is a mirrored directory reached by another"
                .formatted(input, TIMEOUT_SECONDS)
            + " path than its mount, such as a bind mount?");
  }

  /** Stops replaying for mirrors, and unregisters from other reporters. */
  public final void stopListening() {
    neighbours.leave(this);
    locked(() -> isClosed = true);
  }

  @Override
  public void close() throws IOException {
    stopListening();
  }
}
