package org.colophon.service.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets live tails see operations as reporters hand them over: a bounded sample. While nobody looks
 * it costs a read of a flag. Never waits; what is over the bound is counted instead.
 */
public final class OperationTap {
  private final int most;
  private final AtomicInteger room = new AtomicInteger();
  private final AtomicLong leftOut = new AtomicLong();
  private final ConcurrentLinkedQueue<TappedOperation> taken = new ConcurrentLinkedQueue<>();
  private volatile boolean isOpen;

  /**
   * @param most operations between two calls of {@link #take}
   */
  public OperationTap(int most) {
    this.most = most;
  }

  /** Whether anybody looks. */
  public void setOpen(boolean open) {
    isOpen = open;
    room.set(most);
  }

  boolean isOpen() {
    return isOpen;
  }

  void offer(String reporter, String kind, long process, long other, long bytes) {
    if (room.getAndDecrement() > 0) {
      taken.add(new TappedOperation(reporter, kind, process, other, bytes));
    } else {
      room.incrementAndGet();
      leftOut.incrementAndGet();
    }
  }

  /** What was seen since the last call. */
  public List<TappedOperation> take() {
    List<TappedOperation> seen = new ArrayList<>();
    for (TappedOperation each = taken.poll(); each != null; each = taken.poll()) {
      seen.add(each);
    }
    room.set(most);
    return seen;
  }

  /** How many were left out since the last call. */
  public long takeLeftOut() {
    return leftOut.getAndSet(0);
  }
}
