// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sample of operations for live tails, of limited size. Never waits. Counts the operations beyond
 * the limit. Any thread.
 */
public final class OperationTap {
  private final int maxOperations;
  private final AtomicInteger room = new AtomicInteger();
  private final AtomicLong leftOut = new AtomicLong();
  private final ConcurrentLinkedQueue<TappedOperation> operations = new ConcurrentLinkedQueue<>();
  private volatile boolean isOpen;

  /**
   * Creates a closed tap.
   *
   * @param maxOperations maximum number of operations between two calls of {@link #take}
   */
  public OperationTap(int maxOperations) {
    this.maxOperations = maxOperations;
  }

  public void setOpen(boolean open) {
    isOpen = open;
    room.set(maxOperations);
  }

  boolean isOpen() {
    return isOpen;
  }

  void offer(String reporter, String kind, long process, long other, long bytes) {
    if (room.getAndDecrement() > 0) {
      operations.add(new TappedOperation(reporter, kind, process, other, bytes));
    } else {
      room.incrementAndGet();
      leftOut.incrementAndGet();
    }
  }

  /** Returns the operations since the last call. */
  public List<TappedOperation> take() {
    List<TappedOperation> seen = new ArrayList<>();
    for (TappedOperation each = operations.poll(); each != null; each = operations.poll()) {
      seen.add(each);
    }
    room.set(maxOperations);
    return seen;
  }

  /** Returns the number of skipped operations since the last call. */
  public long takeLeftOut() {
    return leftOut.getAndSet(0);
  }

  /**
   * An operation before it is ordered and suppressed.
   *
   * @param kind name of the operation's kind
   * @param process id of the process; 0 for none
   * @param other id of an object, or of the other process of a link; 0 for none
   */
  public record TappedOperation(
      String reporter, String kind, long process, long other, long bytes) {}
}
