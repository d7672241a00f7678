package org.colophon.core.kernel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.journal.RecoveryReport;

/**
 * The end of a store that is being opened: how far it should reach, how far its parts reach, and so
 * what is lost of it.
 *
 * @param recovery what opening the journal found
 * @param heldLsn the largest LSN that an adapter holds
 * @param seenLsn the LSN that the store had reached when it was last seen, 0 if unknown
 */
record StoreEnd(RecoveryReport recovery, long heldLsn, long seenLsn) {
  /**
   * After a crash LSNs continue this far behind the last one found, so that none that was given out
   * and suppressed without a trace is given again. Larger than Pipeline.MAX_FRAME_LSNS and the
   * ring.
   */
  private static final long LSN_RESERVE = 1L << 20;

  /** The largest LSN that the journal or an adapter has. */
  long foundLsn() {
    return Math.max(heldLsn, recovery.lastLsn());
  }

  /** The largest LSN that the store had reached, as far as anything says so. */
  long knownLsn() {
    return Math.max(foundLsn(), Math.max(recovery.acknowledgedLsn(), seenLsn));
  }

  /** The last LSN before those of the run that begins: LSNs are never given twice. */
  long lastLsn() {
    boolean isInOrder = recovery.clean() && knownLsn() <= recovery.lastLsn();
    return isInOrder ? recovery.lastLsn() : knownLsn() + LSN_RESERVE;
  }

  /** How many LSNs the journal lacks at its end, whether or not an adapter holds them. */
  long missingLsns() {
    return knownLsn() - recovery.lastLsn();
  }

  /** How many LSNs nobody holds; at least 1 if the journal lacks its end. */
  long lostLsns() {
    return missingLsns() == 0 ? 0 : Math.max(1, knownLsn() - foundLsn());
  }

  /** Messages about what opening the store found, for people. */
  List<String> messages(Path store) {
    List<String> messages = new ArrayList<>(recovery.messages());
    long acknowledgedLsn = recovery.acknowledgedLsn();
    if (acknowledgedLsn > foundLsn()) {
      messages.add(
          "LSNs %d to %d were acknowledged and are lost with the end of the journal of %s"
              .formatted(foundLsn() + 1, acknowledgedLsn, store));
    } else if (acknowledgedLsn > recovery.lastLsn()) {
      messages.add(
          "the end of the journal of %s is lost; an adapter holds its operations, but not the positions of followed sources"
              .formatted(store));
    }
    if (seenLsn > Math.max(foundLsn(), acknowledgedLsn)) {
      messages.add(
          "the store in %s is an older copy: it ends at LSN %d, but it had reached LSN %d"
              .formatted(store, foundLsn(), seenLsn));
    }
    return messages;
  }
}
