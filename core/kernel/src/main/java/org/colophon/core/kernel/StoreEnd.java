// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.generation.StoreGeneration;
import org.colophon.core.journal.RecoveryReport;

/**
 * The end of a store that is being opened: its expected LSN, the LSNs of its parts, and the loss.
 *
 * @param recovery the findings of opening the journal.
 * @param heldLsn the largest LSN that an adapter holds.
 * @param seenLsn the last LSN of data of the store when it was last seen here, 0 if unknown.
 */
record StoreEnd(RecoveryReport recovery, long heldLsn, long seenLsn) {
  /**
   * The distance between the last LSN found after a crash and the next one. It prevents the reuse
   * of an LSN that was assigned and then suppressed without a trace. Larger than
   * Pipeline.MAX_FRAME_LSNS and the ring.
   */
  private static final long LSN_RESERVE = 1L << 20;

  /** Returns the end of a store, and begins its generation. */
  static StoreEnd of(RecoveryReport recovery, long heldLsn, StoreGeneration generation) {
    long foundLsn = new StoreEnd(recovery, heldLsn, 0).foundLsn();
    return new StoreEnd(recovery, heldLsn, generation.open(foundLsn, recovery.dataLsn()));
  }

  /** Returns the largest LSN that the journal or an adapter has. */
  long foundLsn() {
    return Math.max(heldLsn, recovery.lastLsn());
  }

  /** Returns the largest LSN that the store is known to have reached. */
  long knownLsn() {
    return Math.max(foundLsn(), Math.max(recovery.acknowledgedLsn(), seenLsn));
  }

  /** Returns the LSN after which the new run begins. LSNs are never reused. */
  long lastLsn() {
    boolean isInOrder = recovery.clean() && knownLsn() <= recovery.lastLsn();
    return isInOrder ? recovery.lastLsn() : knownLsn() + LSN_RESERVE;
  }

  /**
   * Returns the number of LSNs that the journal lacks at its end, even if an adapter holds them.
   */
  long missingLsns() {
    return knownLsn() - recovery.lastLsn();
  }

  /** Returns the number of LSNs that no part holds; at least 1 if the journal lacks its end. */
  long lostLsns() {
    return missingLsns() == 0 ? 0 : Math.max(1, knownLsn() - foundLsn());
  }

  /** Returns messages about the findings of opening the store. */
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
