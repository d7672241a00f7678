package org.colophon.core.sink;

import org.colophon.core.model.GapCause;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.state.KernelParts;

/** Publishes a sink's buffer and updates the metrics. Used only by the sink's thread. */
final class Publisher {
  private final KernelParts parts;
  private final OverloadPolicy onOverload;
  private long lastLsn;
  private long filtered;

  Publisher(KernelParts parts, OverloadPolicy onOverload) {
    this.parts = parts;
    this.onOverload = onOverload;
  }

  /**
   * Publishes the whole buffer as one range, which becomes durable entirely or not at all.
   *
   * @return the LSN of the last operation published here, 0 if nothing was published
   */
  long publish(SinkBuffer gathered) {
    countFiltered();
    boolean gaveWay = hurry();
    parts.gate().enter();
    try {
      if (gathered.count() > 0) {
        parts.metrics().addReported(gathered.operations());
        lastLsn = onOverload == OverloadPolicy.DROP ? publishOrDrop(gathered) : wait(gathered);
        if (gathered.hasPositions()) {
          parts.positions().note(gathered.slots(), gathered.count());
        }
        gathered.clear();
      }
      return lastLsn;
    } finally {
      parts.gate().leave();
      giveWay(gaveWay);
    }
  }

  /** Counts an operation that a filter excludes. */
  void filter() {
    if (++filtered >= SinkBuffer.BATCH) {
      countFiltered();
    }
  }

  private void countFiltered() {
    if (filtered > 0) {
      parts.metrics().addReported(filtered);
      parts.metrics().addFiltered(filtered);
      filtered = 0;
    }
  }

  long lastLsn() {
    return lastLsn;
  }

  /** Raises the thread's priority, as its unfilled slots delay other publishers. */
  private boolean hurry() {
    return parts.threads().hurry(Thread.currentThread());
  }

  private void giveWay(boolean again) {
    if (again) {
      parts.threads().setUrgent(false);
    }
  }

  /** Publishes operations in a range of their own. */
  void publish(RecordEvent[] events) {
    boolean gaveWay = hurry();
    parts.gate().enter();
    try {
      parts.metrics().addReported(events.length);
      parts.metrics().addAccepted(events.length);
      lastLsn = parts.ring().publish(events, events.length);
    } finally {
      parts.gate().leave();
      giveWay(gaveWay);
    }
  }

  private long wait(SinkBuffer gathered) {
    parts.metrics().addAccepted(gathered.operations());
    return parts.ring().publish(gathered.slots(), gathered.count());
  }

  private long publishOrDrop(SinkBuffer gathered) {
    long lsn = parts.ring().tryPublish(gathered.slots(), gathered.count());
    if (lsn != 0) {
      parts.metrics().addAccepted(gathered.operations());
      return lsn;
    }
    int dropped = gathered.drop();
    parts.metrics().addDropped(dropped);
    if (dropped > 0) {
      parts.metrics().addReported(1);
      RecordEvent gap = gathered.next(RecordType.GAP, 0); // reuses the slot of a dropped operation
      gap.kind = GapCause.DROPPED.code();
      gap.amount = dropped;
    }
    return wait(gathered);
  }
}
