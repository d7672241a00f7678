// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.colophon.core.adapters.JournalRetention;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.state.KernelGate;

/**
 * Writer of a follower's journal: appends the frames of the followed store in order. Applying a
 * frame again has no effect. One thread at a time.
 */
public final class FrameApplier {
  private static final long MAINTENANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Journal journal;
  private final JournalRetention retention;
  private final LongConsumer awaitHeld;
  private final KernelGate gate;
  private final long mostJournalBytes;
  private long lastMaintenanceNanos = System.nanoTime();
  private long lastLsn;

  /**
   * Constructs an applier.
   *
   * @param awaitHeld waits until the adapters hold everything up to an LSN
   */
  public FrameApplier(
      Journal journal,
      JournalRetention retention,
      LongConsumer awaitHeld,
      KernelGate gate,
      long journalBudgetBytes) {
    this.journal = journal;
    this.retention = retention;
    this.awaitHeld = awaitHeld;
    this.gate = gate;
    this.mostJournalBytes = journalBudgetBytes / 2;
    this.lastLsn = journal.recovery().lastLsn();
  }

  /** Returns the last LSN of the frames so far. */
  public synchronized long lastLsn() {
    return lastLsn;
  }

  /** Waits until all frames so far are on disk, so that the source may release them. */
  public long durableLsn() {
    long lsn = lastLsn();
    journal.awaitDurable(lsn);
    return lsn;
  }

  /**
   * Writes a frame. It is durable, and visible to readers, a little later. Waits if an adapter is
   * too far behind.
   *
   * @throws ColophonException PART_LOST if frames before it are missing; STORE_FOREIGN if it
   *     contradicts an applied frame; DISK_FULL; IO_FAILED; KERNEL_CLOSED
   */
  public synchronized void apply(CanonicalFrame frame) {
    gate.enter();
    try {
      if (frame.lastLsn() > lastLsn) {
        check(frame);
        write(frame);
      }
    } finally {
      gate.leave();
    }
    maintain();
  }

  private void check(CanonicalFrame frame) {
    if (frame.afterLsn() > lastLsn) {
      throw ErrorCode.PART_LOST.exception(
          "LSNs %d to %d are missing between this store and the feed: restore a newer backup of the source here"
              .formatted(lastLsn + 1, frame.afterLsn()));
    }
    if (frame.firstLsn() <= lastLsn) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "the source has another history from LSN %d on, and this store ends at LSN %d: the source is an older copy; follow it into a new directory"
              .formatted(frame.firstLsn(), lastLsn));
    }
  }

  private void write(CanonicalFrame frame) {
    long end = frame.lastLsn();
    journal.appendFrame(frame);
    journal.accounted(end, true);
    lastLsn = end;
  }

  /** Releases unneeded journal segments. Called periodically, also without frames. */
  public synchronized void maintain() {
    if (System.nanoTime() - lastMaintenanceNanos < MAINTENANCE_NANOS) {
      return;
    }
    retention.maintain();
    if (journal.bytes() > mostJournalBytes) {
      awaitHeld.accept(lastLsn);
      retention.maintain();
    }
    lastMaintenanceNanos = System.nanoTime();
  }
}
