// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.fanout;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Requests of other threads to a runner, and its answers. The lock guards every field. It is never
 * held while the adapter works, nor while the journal's monitor is acquired. Any thread, except for
 * methods documented as the runner's.
 */
final class RunnerControl {
  /** Interval at which a waiting thread checks for cancellation. */
  private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final String name;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  private AdapterState state;
  private @Nullable Throwable failure;
  private boolean stopping;
  private boolean unhurried;
  private long stopNanos;
  private boolean abandoned;
  private long flushRequest;
  private long syncRequest;
  private long flushedLsn;
  private long heldLsn;
  private long flushedOperations;
  private boolean retired;

  RunnerControl(String name, long heldLsn, long operations) {
    this.name = name;
    this.state = AdapterState.CATCHING_UP;
    this.heldLsn = heldLsn;
    this.flushedLsn = heldLsn;
    this.flushedOperations = operations;
  }

  private <T> T readLocked(Supplier<T> question) {
    lock.lock();
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  AdapterState state() {
    return readLocked(() -> state);
  }

  boolean isFailed() {
    return state() == AdapterState.FAILED;
  }

  /** Returns the reason of the adapter's failure, for users; empty if the adapter did not fail. */
  String reason() {
    return readLocked(() -> failure == null ? "" : String.valueOf(failure.getMessage()));
  }

  /** Returns true if the adapter failed because data is damaged. */
  boolean isCorrupt() {
    return readLocked(
        () ->
            failure instanceof ColophonException known && known.code() == ErrorCode.STORE_CORRUPT);
  }

  boolean isAbandoned() {
    return readLocked(() -> abandoned);
  }

  long heldLsn() {
    return readLocked(() -> heldLsn);
  }

  long flushedLsn() {
    return readLocked(() -> flushedLsn);
  }

  AdapterRunner.Flushed flushed() {
    return readLocked(() -> new AdapterRunner.Flushed(flushedLsn, flushedOperations));
  }

  boolean isRetired() {
    return readLocked(() -> retired);
  }

  /** Returns true if the adapter is not fed any longer. */
  boolean isOver() {
    return readLocked(() -> state == AdapterState.FAILED || abandoned);
  }

  boolean isStopping() {
    return readLocked(() -> stopping);
  }

  /** Returns true if an end was requested, and the time for feeding has passed. */
  boolean isTimeUp() {
    return readLocked(() -> stopping && !unhurried && System.nanoTime() - stopNanos >= 0);
  }

  // --- requests ---

  void request(long lsn, boolean durable) {
    change(
        () -> {
          flushRequest = Math.max(flushRequest, lsn);
          syncRequest = durable ? Math.max(syncRequest, lsn) : syncRequest;
        });
  }

  /**
   * Waits until everything up to an LSN is visible, or durable.
   *
   * @param cancelled called periodically, with the lock held; if true, INTERRUPTED is thrown
   */
  void await(long lsn, boolean durable, BooleanSupplier cancelled) {
    lock.lock();
    try {
      while ((durable ? heldLsn : flushedLsn) < lsn) {
        refuseIfOver();
        refuseIfCancelled(cancelled);
        changed.awaitNanos(ASK_NANOS);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  private ColophonException interrupted(InterruptedException e) {
    return ColophonException.interrupted("waiting for adapter " + name, e);
  }

  private void refuseIfCancelled(BooleanSupplier cancelled) {
    if (cancelled.getAsBoolean()) {
      throw ErrorCode.INTERRUPTED.exception("waiting for adapter " + name + " was cancelled");
    }
  }

  private void refuseIfOver() {
    if (state == AdapterState.FAILED) {
      throw ErrorCode.ADAPTER_FAILED.exception("adapter " + name + " failed: " + reason(), failure);
    }
    if (state == AdapterState.STOPPED) {
      throw ErrorCode.KERNEL_CLOSED.exception("adapter " + name + " is closed");
    }
  }

  /** Returns true if a caller waits for an LSN that is not reached. */
  private boolean hasRequest() {
    return flushRequest > flushedLsn || syncRequest > heldLsn;
  }

  /** Returns true if a caller waits for an LSN or for the end, or if the runner is catching up. */
  boolean isWaitedFor() {
    return readLocked(() -> stopping || state == AdapterState.CATCHING_UP || hasRequest());
  }

  /** Returns true if the appended data satisfies every request. */
  boolean isRequestReached(long appendedLsn) {
    return readLocked(
        () ->
            (flushRequest > flushedLsn && appendedLsn >= flushRequest)
                || (syncRequest > heldLsn && appendedLsn >= syncRequest));
  }

  boolean wantsSync(long appendedLsn) {
    return readLocked(() -> syncRequest > heldLsn && appendedLsn > heldLsn);
  }

  boolean wantsFlush(long appendedLsn) {
    return readLocked(() -> flushRequest > flushedLsn && appendedLsn > flushedLsn);
  }

  /** Returns true if an end was requested, or a flush or sync that can make progress. */
  boolean isAsked(long appendedLsn) {
    return readLocked(
        () ->
            stopping
                || abandoned
                || (flushRequest > flushedLsn && appendedLsn > flushedLsn)
                || (syncRequest > heldLsn && appendedLsn > heldLsn));
  }

  boolean isDirty(long appendedLsn) {
    return readLocked(() -> appendedLsn > flushedLsn);
  }

  // --- reports of the runner ---

  void move(AdapterState from, AdapterState to) {
    change(() -> state = state == from ? to : state);
  }

  void reached(long held, long flushed, long operations) {
    change(
        () -> {
          heldLsn = held;
          flushedLsn = flushed;
          flushedOperations = operations;
        });
  }

  void fail(Throwable cause) {
    change(
        () -> {
          if (state != AdapterState.FAILED) {
            state = AdapterState.FAILED;
            failure = cause;
          }
        });
  }

  void abandon() {
    change(() -> abandoned = true);
  }

  /** Marks the runner as replaced: it is not fed, and no caller waits for it. */
  void retire() {
    change(
        () -> {
          retired = true;
          abandoned = true;
          state = state == AdapterState.FAILED ? state : AdapterState.STOPPED;
        });
  }

  void stopped() {
    change(() -> state = state == AdapterState.FAILED ? state : AdapterState.STOPPED);
  }

  // --- stopping and pausing ---

  /**
   * Requests the runner to end.
   *
   * @param feedMillis the time limit of further feeding from the journal; negative for no limit
   */
  void stop(long feedMillis) {
    change(
        () -> {
          stopping = true;
          unhurried = feedMillis < 0;
          stopNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(feedMillis);
        });
  }

  /** Waits until an end is requested. Runner's thread. */
  void awaitStop() {
    lock.lock();
    try {
      while (!stopping) {
        changed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Waits, unless the adapter is abandoned. Runner's thread. */
  void pause(long nanos) {
    lock.lock();
    try {
      long left = nanos;
      while (left > 0 && !abandoned) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Yields to other threads. Runner's thread.
   *
   * @return false if it returned early, because a caller waits
   */
  boolean pauseUnlessRequested(long nanos) {
    lock.lock();
    try {
      long left = nanos;
      while (left > 0 && !abandoned && !stopping && !hasRequest()) {
        left = changed.awaitNanos(left);
      }
      return left <= 0;
    } catch (InterruptedException e) {
      throw interrupted(e);
    } finally {
      lock.unlock();
    }
  }
}
