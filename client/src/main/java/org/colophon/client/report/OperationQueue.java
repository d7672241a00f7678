// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.client.report.RemoteOperation.Call;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.GapCause;
import org.jspecify.annotations.Nullable;

/**
 * Ring of operations that the service has not acknowledged. Operations are numbered from 1. Callers
 * fill slots under its monitor and wait while the ring is full. The sender reads released slots
 * without the monitor.
 */
final class OperationQueue {
  /**
   * Number of queued operations after which they are released to the sender. A flush releases them
   * earlier.
   */
  private static final int STEP = 256;

  private final RemoteOperation[] slots;
  private final long maxBytes;
  private final LocalIds ids = new LocalIds();
  private final Map<Long, ColophonException> refusedSteps = new HashMap<>();
  private long filled;
  private long released;
  private long acknowledged;
  private long refused;
  private long bytes;
  private boolean isClosed;
  private @Nullable ColophonException failure;

  /**
   * Creates an empty queue.
   *
   * @param size number of slots, a power of two
   */
  OperationQueue(int size, long maxBytes) {
    this.slots = new RemoteOperation[size];
    for (int i = 0; i < size; i++) {
      slots[i] = new RemoteOperation();
    }
    this.maxBytes = maxBytes;
  }

  // --- callers ---

  /** Returns a slot for an operation. The slot is in the unit if the unit is open. */
  synchronized RemoteOperation next(OpenUnit unit, Call call, int dataBytes, long timeNanos) {
    return unit.isOpen()
        ? unit.next(call, RemoteOperation.FIXED_WEIGHT + dataBytes).begin(call, timeNanos)
        : next(call, dataBytes, timeNanos);
  }

  /**
   * Waits for a free slot and returns it. The caller holds the monitor until it has filled the
   * slot.
   *
   * @param dataBytes size of names and data
   */
  synchronized RemoteOperation next(Call call, int dataBytes, long timeNanos) {
    int weight = RemoteOperation.FIXED_WEIGHT + dataBytes;
    check();
    while (filled - acknowledged == slots.length || (bytes > 0 && bytes + weight > maxBytes)) {
      release();
      await();
      check();
    }
    if (filled - released >= STEP) {
      release();
    }
    bytes += weight;
    RemoteOperation slot = slot(++filled);
    slot.weight = weight;
    return slot.begin(call, timeNanos);
  }

  /** Appends a whole unit. Waits while the ring has too few free slots. */
  synchronized void append(OpenUnit unit) {
    List<RemoteOperation> operations = unit.operations();
    check();
    while (filled + operations.size() - acknowledged > slots.length
        || (bytes > 0 && bytes + unit.bytes() > maxBytes)) {
      release();
      await();
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

  /** Releases all operations to the sender. Returns the number of operations so far. */
  synchronized long flush() {
    check();
    release();
    return filled;
  }

  private synchronized void release() {
    if (released != filled) { // otherwise callers that wait for room would wake each other forever
      released = filled;
      notifyAll();
    }
  }

  /** Waits until the first {@code count} operations are acknowledged. */
  synchronized void awaitAcknowledged(long count) {
    while (acknowledged < count) {
      check();
      await();
    }
  }

  /** Stores the refusal of an operation whose caller waits for it. */
  synchronized void refuseStep(long number, ColophonException refusal) {
    refusedSteps.put(number, refusal);
  }

  /** Waits until an operation is acknowledged, and throws if it was refused. */
  synchronized void awaitStep(long number) {
    awaitAcknowledged(number);
    ColophonException refusal = refusedSteps.remove(number);
    if (refusal != null) {
      throw new ColophonException(refusal.code(), refusal.getMessage(), refusal);
    }
  }

  synchronized long acknowledged() {
    return acknowledged;
  }

  synchronized long refused() {
    return refused;
  }

  private void requireWorking() {
    if (failure != null) {
      throw new ColophonException(failure.code(), failure.getMessage(), failure);
    }
  }

  private void check() {
    requireWorking();
    if (isClosed) {
      throw ErrorCode.KERNEL_CLOSED.exception(
          "the remote sink is closed; build a new one to report more");
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the callers loop
  private synchronized void await() {
    try {
      wait();
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("waiting for the service", e);
    }
  }

  // --- the sender ---

  /**
   * Waits for released operations. Returns the number of the last one, or 0 after the queue was
   * closed.
   */
  synchronized long awaitWork() throws InterruptedException {
    while (released == acknowledged) {
      if (isClosed) {
        return 0;
      }
      wait();
    }
    return released;
  }

  /** Returns the slot of an operation that was released but not acknowledged. */
  RemoteOperation slot(long number) {
    return slots[(int) (number & (slots.length - 1))];
  }

  /**
   * Frees the slots of operations that are on the service's disk. Refused operations are lost, so a
   * gap is appended.
   *
   * @param upTo number of the last acknowledged operation
   * @param refusedNow number of refused operations since the previous call
   */
  synchronized void acknowledge(long upTo, long refusedNow) {
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
    notifyAll();
  }

  /** Appends a gap. The ring has a free slot, since operations were just acknowledged. */
  private void putGap(long count) {
    RemoteOperation gap = slot(++filled).begin(Call.GAP, 0);
    gap.kind = GapCause.EVENTS_LOST;
    gap.amount = count;
    release();
  }

  /** Ends the sending. Every later call throws. */
  synchronized void fail(ColophonException cause) {
    failure = cause;
    notifyAll();
  }

  /** Throws if sending failed before everything was acknowledged. */
  synchronized void requireEmpty() {
    if (acknowledged < filled) {
      requireWorking();
    }
  }

  /** Accepts no further operations. */
  synchronized void close() {
    isClosed = true;
    notifyAll();
  }
}
