// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.journal.Journal;

/**
 * The attached adapters that a kernel does not run and that can still continue from the journal.
 * The journal keeps records for them within a budget. Beyond it, records are released, and the
 * adapter is filled from another one in its next run. Belongs to the kernel thread once that runs.
 */
final class StoppedAdapters {
  private static final Logger LOG = System.getLogger(StoppedAdapters.class.getName());

  private final Map<String, Long> heldLsns = new TreeMap<>();
  private final Journal journal;
  private final long budgetBytes;

  StoppedAdapters(Journal journal, long budgetBytes) {
    this.journal = journal;
    this.budgetBytes = budgetBytes;
  }

  /** Adds an adapter, unless the journal begins after its LSN and is useless for it. */
  void add(String name, long heldLsn) {
    if (heldLsn + 1 >= journal.recovery().firstLsn()) {
      heldLsns.put(name, heldLsn);
    }
  }

  boolean isEmpty() {
    return heldLsns.isEmpty();
  }

  /** Returns the LSN up to which no stopped adapter needs the journal. */
  long neededFromLsn() {
    return heldLsns.values().stream().min(Comparator.naturalOrder()).orElse(Long.MAX_VALUE);
  }

  /** Returns the adapter that needs most of the journal. */
  String furthestBehind() {
    return heldLsns.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  /**
   * Drops the adapters furthest behind until the journal for the others fits the budget.
   *
   * @param runningLsn the LSN up to which no running adapter needs the journal.
   * @param safeLsn the LSN up to which a readable adapter holds everything durably.
   */
  void keepWithinBudget(long runningLsn, long safeLsn) {
    while (!isEmpty() && isTooMuch(runningLsn)) {
      String name = furthestBehind();
      long heldLsn = heldLsns.remove(name);
      if (Math.min(runningLsn, neededFromLsn()) > safeLsn) {
        heldLsns.put(name, heldLsn); // no other adapter could fill it
        return;
      }
      LOG.log(
          Level.WARNING,
          "adapter {0} is not running, and the journal keeps no more than {1} MiB for it: it will be filled from another adapter when it runs again",
          name,
          budgetBytes >> 20);
    }
  }

  private boolean isTooMuch(long runningLsn) {
    long forResting = journal.bytesUpTo(runningLsn) - journal.bytesUpTo(neededFromLsn());
    return forResting > budgetBytes || (forResting > 0 && journal.isOverBudget());
  }
}
