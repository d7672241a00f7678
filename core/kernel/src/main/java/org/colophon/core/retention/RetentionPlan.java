// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

import java.util.BitSet;
import org.colophon.core.retention.rule.RetentionDecision;

/**
 * Decision about the facts of a store to keep. A {@link RetentionPlanner} makes the decision.
 * Replaying the {@link RetainedHistory} into another store executes it. One thread, except for the
 * figures.
 */
public final class RetentionPlan {
  final RetentionDecision decision;
  final long cutNanos;
  final BitSet processes = new BitSet();
  final BitSet objects = new BitSet();

  /** Objects with kept accesses or derivations. */
  final BitSet edged = new BitSet();

  final PlanTally tally = new PlanTally();
  final long[] askedLsns;

  RetentionPlan(RetentionDecision decision, long cutNanos, long[] askedLsns) {
    this.decision = decision;
    this.cutNanos = cutNanos;
    this.askedLsns = askedLsns;
  }

  /** Returns the LSN by which removable facts ended; 0 if nothing may be removed. */
  public long cutLsn() {
    return decision.cutLsn();
  }

  /** Returns the time of the cut, nanoseconds since 1970; 0 if unknown. */
  public long cutNanos() {
    return cutNanos;
  }

  /** Returns true if everything is kept, so that execution would be useless. */
  public boolean isEmpty() {
    return tally.removed() == 0;
  }

  /** Returns the approximate share of the store that is removed, from 0 to 1. */
  public double shareLost() {
    return 1 - tally.shareKept();
  }

  /** Returns the counts before and after. */
  public RetentionFigures figures() {
    return tally.figures(processes.cardinality(), objects.cardinality());
  }

  /** Returns true if a process's declaration is kept. */
  public boolean keepsProcess(long id) {
    return processes.get((int) id);
  }

  /** Returns true if an object's declaration is kept. */
  public boolean keepsObject(long id) {
    return objects.get((int) id);
  }

  /** Keeps the declaration of a process that was referenced since the planning. 0 is ignored. */
  public void keepProcess(long id) {
    processes.set((int) id, id != 0);
  }

  /** Keeps the declaration of an object that was referenced since the planning. 0 is ignored. */
  public void keepObject(long id) {
    objects.set((int) id, id != 0);
  }

  void keepEdges(long object) {
    keepObject(object);
    edged.set((int) object);
  }
}
