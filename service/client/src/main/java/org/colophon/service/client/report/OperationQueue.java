package org.colophon.service.client.report;

import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.GapCause;
import org.colophon.service.client.report.RemoteOperation.Call;

/**
 * Ring of operations that the service has not acknowledged, counted from 1. Callers fill slots
 * under {@link #lock} and wait while it is full; the sender reads released slots without the lock.
 */
final class OperationQueue {
  /** Operations are released to the sender in such groups, and at a flush. */
  private static final int STEP = 256;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasRoom = lock.newCondition();
  private final Condition hasWork = lock.newCondition();
  private final Condition hasMoved = lock.newCondition();
  private final RemoteOperation[] slots;
  private final long maxBytes;
  private final LocalIds ids = new LocalIds();
  private long filled;
  private long released;
  private long acknowledged;
  private long refused;
  private long bytes;
  private boolean isClosed;
  private ColophonException failure;

  /**
   * Creates an empty queue.
   *
   * @param size number of slots, a power of two
   * @param maxBytes of names and data
   */
  OperationQueue(int size, long maxBytes) {
    this.slots = new RemoteOperation[size];
    for (int i = 0; i < size; i++) {
      slots[i] = new RemoteOperation();
    }
    this.maxBytes = maxBytes;
  }

  // --- callers ---

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  /** Waits for a free slot and returns it. The lock is held, except during the wait. */
  RemoteOperation next(int weight) {
    check();
    while (filled - acknowledged == slots.length || (bytes > 0 && bytes + weight > maxBytes)) {
      release();
      await(hasRoom);
      check();
    }
    if (filled - released >= STEP) {
      release();
    }
    bytes += weight;
    RemoteOperation slot = slot(++filled);
    slot.weight = weight;
    return slot;
  }

  /** Waits for room and appends a whole unit. The lock is held, except during the wait. */
  void append(OpenUnit unit) {
    List<RemoteOperation> operations = unit.operations();
    check();
    while (filled + operations.size() - acknowledged > slots.length
        || (bytes > 0 && bytes + unit.bytes() > maxBytes)) {
      release();
      await(hasRoom);
      check();
    }
    for (int i = 0; i < operations.size(); i++) {
      int at = (int) (++filled & (slots.length - 1));
      RemoteOperation free = slots[at];
      slots[at] = operations.get(i);
      operations.set(i, free);
    }
    bytes += unit.bytes();
    unit.ended();
    if (filled - released >= STEP) {
      release();
    }
  }

  int size() {
    return slots.length;
  }

  LocalIds ids() {
    return ids;
  }

  /** Releases everything to the sender; returns the count of operations so far. */
  long flush() {
    lock.lock();
    try {
      check();
      release();
      return filled;
    } finally {
      lock.unlock();
    }
  }

  private void release() {
    released = filled;
    hasWork.signal();
  }

  /** Waits until so many operations are acknowledged. */
  void awaitAcknowledged(long count) {
    lock.lock();
    try {
      while (acknowledged < count) {
        check();
        await(hasMoved);
      }
    } finally {
      lock.unlock();
    }
  }

  long acknowledged() {
    lock.lock();
    try {
      return acknowledged;
    } finally {
      lock.unlock();
    }
  }

  /** Number of operations that the service refused. */
  long refused() {
    lock.lock();
    try {
      return refused;
    } finally {
      lock.unlock();
    }
  }

  private void requireWorking() {
    if (failure != null) {
      throw new ColophonException(failure.code(), failure.getMessage(), failure);
    }
  }

  private void check() {
    requireWorking();
    if (isClosed) {
      throw new ColophonException(ErrorCode.KERNEL_CLOSED, "the remote sink was closed");
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the callers loop
  private static void await(Condition condition) {
    try {
      condition.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColophonException(
          ErrorCode.INTERRUPTED, "interrupted while waiting for the service", e);
    }
  }

  // --- the sender ---

  /** Waits for released operations; returns the last of them, or 0 at the end. */
  long awaitWork() throws InterruptedException {
    lock.lock();
    try {
      while (released == acknowledged) {
        if (isClosed) {
          return 0;
        }
        hasWork.await();
      }
      return released;
    } finally {
      lock.unlock();
    }
  }

  /** Returns an operation that was released and is not acknowledged. */
  RemoteOperation slot(long number) {
    return slots[(int) (number & (slots.length - 1))];
  }

  /**
   * Frees slots whose operations are on the service's disk. Refused ones are lost, so a gap
   * follows.
   *
   * @param refusedNow number of refused ones among them
   */
  void acknowledge(long upTo, long refusedNow) {
    lock.lock();
    try {
      for (long i = acknowledged + 1; i <= upTo; i++) {
        RemoteOperation slot = slot(i);
        bytes -= slot.weight;
        slot.clear();
      }
      acknowledged = Math.max(acknowledged, upTo);
      if (refusedNow > 0) {
        refused += refusedNow;
        putGap(refusedNow);
      }
      hasRoom.signalAll();
      hasMoved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** There is room, since something was acknowledged just now. */
  private void putGap(long count) {
    RemoteOperation gap = slot(++filled).begin(Call.GAP, 0);
    gap.kind = GapCause.EVENTS_LOST;
    gap.amount = count;
    release();
  }

  /** Ends sending; every later call throws. */
  void fail(ColophonException cause) {
    lock.lock();
    try {
      failure = cause;
      hasRoom.signalAll();
      hasMoved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Throws if sending failed before everything was acknowledged. */
  void requireEmpty() {
    lock.lock();
    try {
      if (acknowledged < filled) {
        requireWorking();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Accepts no further operations. */
  void close() {
    lock.lock();
    try {
      isClosed = true;
      hasWork.signalAll();
      hasRoom.signalAll();
      hasMoved.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
