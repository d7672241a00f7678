// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;

/**
 * Releases segments of the journal that no adapter needs, and enforces the journal's budget: the
 * adapter furthest behind is failed if another one holds its data. Belongs to the kernel thread
 * once that runs.
 */
public final class JournalRetention {
  /**
   * Maximum number of maintenance rounds in which the slowest adapter may keep the journal over its
   * budget.
   */
  private static final int MAX_ROUNDS_OVER_BUDGET = 30;

  private final Journal journal;
  private final AttachedAdapters attached;
  private final List<RunningAdapter> running;
  private final AdapterReplacement replacement;
  private final StoppedAdapters resting;
  private final Runnable note;
  private final List<JournalHold> holds = new CopyOnWriteArrayList<>();
  private int roundsOverBudget;

  /**
   * Constructs the retention of a journal.
   *
   * @param restingBudgetBytes the largest part of the journal kept only for stopped adapters
   * @param note writes the list of the adapters' durable LSNs
   */
  public JournalRetention(
      Journal journal,
      AttachedAdapters attached,
      List<RunningAdapter> running,
      AdapterReplacement replacement,
      long restingBudgetBytes,
      Runnable note) {
    this.journal = journal;
    this.attached = attached;
    this.running = running;
    this.replacement = replacement;
    this.resting = new StoppedAdapters(journal, restingBudgetBytes);
    this.note = note;
  }

  /** Makes the journal keep records for an attached adapter that does not run. */
  public void keepFor(AttachedAdapters.Entry stopped) {
    resting.add(stopped.name(), stopped.heldLsn());
  }

  /** Releases unneeded journal segments. Called periodically on the kernel thread. */
  public void maintain() {
    replacement.giveUpIfOverBudget();
    loseHoldIfOverBudget();
    release();
    if (!journal.isOverBudget()) {
      roundsOverBudget = 0;
    } else if (++roundsOverBudget > MAX_ROUNDS_OVER_BUDGET) {
      roundsOverBudget = 0;
      abandonSlowest();
    } else {
      running.forEach(each -> each.runner().requestHeld(journal.writtenLsn()));
    }
  }

  /**
   * Writes the list of the adapters' LSNs, then releases unneeded journal segments. So the journal
   * always has the records after a listed LSN, unless they were released because of its budget.
   */
  public synchronized void release() {
    long runningLsn = neededByRunning();
    resting.keepWithinBudget(runningLsn, safeLsn());
    long lsn = Math.min(Math.min(runningLsn, resting.neededFromLsn()), neededByHolds());
    if (journal.bytesUpTo(lsn) > 0) {
      note.run();
      journal.release(lsn);
    }
  }

  /**
   * Makes the journal keep frames after an LSN until the hold is closed, or the budget is exceeded.
   */
  public synchronized JournalHold hold(long afterLsn) {
    JournalHold hold = new JournalHold(afterLsn, holds::remove);
    holds.add(hold);
    return hold;
  }

  private long neededByHolds() {
    return holds.stream()
        .filter(each -> !each.isLost())
        .mapToLong(JournalHold::heldLsn)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Drops the hold that is furthest behind; the next round checks whether that was enough. */
  private void loseHoldIfOverBudget() {
    if (journal.isOverBudget()) {
      holds.stream()
          .filter(each -> !each.isLost() && journal.isHeldBackAt(each.heldLsn()))
          .min(Comparator.comparingLong(JournalHold::heldLsn))
          .ifPresent(JournalHold::markLost);
    }
  }

  private long neededByRunning() {
    long byRunning =
        running.stream().mapToLong(each -> each.runner().neededFromLsn()).min().orElse(0);
    return Math.min(byRunning, replacement.neededFromLsn());
  }

  /** Returns true if the journal still needs records up to an LSN. */
  public boolean isNeededBelow(long lsn) {
    return Math.min(Math.min(neededByRunning(), resting.neededFromLsn()), neededByHolds()) < lsn;
  }

  private long safeLsn() {
    long byRunning =
        running.stream()
            .filter(RunningAdapter::isSafe)
            .mapToLong(each -> each.runner().heldLsn())
            .max()
            .orElse(0);
    long byAttached =
        attached.entries().stream()
            .filter(AttachedAdapters.Entry::readable)
            .mapToLong(AttachedAdapters.Entry::heldLsn)
            .max()
            .orElse(0);
    return Math.max(byRunning, byAttached);
  }

  private void abandonSlowest() {
    RunningAdapter slowest = null;
    for (RunningAdapter each : running) {
      if (slowest == null || each.runner().neededFromLsn() < slowest.runner().neededFromLsn()) {
        slowest = each;
      }
    }
    if (slowest == null || !journal.isHeldBackAt(slowest.runner().neededFromLsn())) {
      refuseToGrowForResting();
      return;
    }
    if (isLastHope(slowest)) {
      throw ErrorCode.DISK_FULL.exception(
          "adapter %s is so far behind that the journal exceeds its budget, and no other adapter has its records; raise the budget"
              .formatted(slowest.config().name()));
    }
    slowest
        .runner()
        .abandon(
            "it is so far behind that the journal exceeds its budget; leave it out, or raise the"
                + " budget");
  }

  private void refuseToGrowForResting() {
    if (!resting.isEmpty() && journal.isHeldBackAt(resting.neededFromLsn())) {
      throw ErrorCode.DISK_FULL.exception(
          "the journal exceeds its budget, and only adapter %s has the data, but does not run; run it, or raise the budget"
              .formatted(resting.furthestBehind()));
    }
  }

  /**
   * Returns true if no other adapter can replace this one. A readable adapter needs a readable
   * replacement that has the older history.
   */
  private boolean isLastHope(RunningAdapter left) {
    return running.stream()
        .noneMatch(
            each ->
                !each.equals(left)
                    && !each.runner().isFailed()
                    && !each.runner().isFilling()
                    && (each.isSafe() || !left.isSafe()));
  }
}
