package org.colophon.core.sink;

import org.colophon.core.model.GapCause;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.state.KernelParts;
import org.colophon.core.threads.Urgency;

/** Publishes what a sink gathered, and keeps the accounts of it. One thread, the sink's. */
final class Publisher {
  private final KernelParts parts;
  private final OverloadPolicy onOverload;
  private long lastLsn;

  Publisher(KernelParts parts, OverloadPolicy onOverload) {
    this.parts = parts;
    this.onOverload = onOverload;
  }

  /**
   * Publishes everything gathered as one range, which becomes durable wholly or not at all.
   *
   * @return the LSN of the last that was ever published here, 0 if there is none
   */
  long publish(SinkBuffer gathered) {
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

  long lastLsn() {
    return lastLsn;
  }

  /** What others publish waits behind slots that are taken and not filled yet. */
  private static boolean hurry() {
    return Urgency.hurry(Thread.currentThread());
  }

  private static void giveWay(boolean again) {
    if (again) {
      Urgency.set(false);
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
      RecordEvent gap = gathered.next(RecordType.GAP, 0); // in the place of one that was dropped
      gap.kind = GapCause.DROPPED.code();
      gap.amount = dropped;
    }
    return wait(gathered);
  }
}
