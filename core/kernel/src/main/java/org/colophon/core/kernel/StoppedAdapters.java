package org.colophon.core.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.journal.Journal;

/**
 * The attached adapters that a kernel does not run, as far as the journal still has what they need
 * next. It is kept for them within a budget; beyond it the journal lets go, and they are filled
 * from another adapter when they are run again. Kernel thread once it runs.
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

  /** One that holds less than the journal can give it back to needs nothing more of the journal. */
  void add(String name, long heldLsn) {
    if (heldLsn + 1 >= journal.recovery().firstLsn()) {
      heldLsns.put(name, heldLsn);
    }
  }

  boolean isEmpty() {
    return heldLsns.isEmpty();
  }

  /** Up to where nobody who rests needs the journal. */
  long neededFromLsn() {
    return heldLsns.values().stream().min(Comparator.naturalOrder()).orElse(Long.MAX_VALUE);
  }

  /** The one that needs most of the journal. */
  String furthestBehind() {
    return heldLsns.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  /**
   * Lets go of who is furthest behind, until the rest fits.
   *
   * @param runningLsn up to where nobody who runs needs the journal
   * @param safeLsn up to where an adapter that can be read holds everything durably
   */
  void keepWithinBudget(long runningLsn, long safeLsn) {
    while (!isEmpty() && isTooMuch(runningLsn)) {
      String name = furthestBehind();
      long heldLsn = heldLsns.remove(name);
      if (Math.min(runningLsn, neededFromLsn()) > safeLsn) {
        heldLsns.put(name, heldLsn); // nobody could fill it
        return;
      }
      LOG.log(
          Level.WARNING,
          "store {0} rests, and the journal keeps no more than {1} MiB for it: it will be filled from another one when it is run again",
          name,
          budgetBytes >> 20);
    }
  }

  private boolean isTooMuch(long runningLsn) {
    long forResting = journal.bytesUpTo(runningLsn) - journal.bytesUpTo(neededFromLsn());
    return forResting > budgetBytes || (forResting > 0 && journal.isOverBudget());
  }
}
