package org.colophon.core.retention;

import java.util.BitSet;
import org.colophon.core.retention.rule.RetentionDecision;

/**
 * What of a store goes and what stays. Made by a {@link RetentionPlanner}; carried out by telling
 * the {@link RetainedHistory} to another store. One thread, but for the figures.
 */
public final class RetentionPlan {
  final RetentionDecision judge;
  final long cutNanos;
  final BitSet processes = new BitSet();
  final BitSet objects = new BitSet();

  /** Objects of which accesses or derivations stay. */
  final BitSet edged = new BitSet();

  final PlanTally tally = new PlanTally();
  final long[] askedLsns;

  RetentionPlan(RetentionDecision judge, long cutNanos, long[] askedLsns) {
    this.judge = judge;
    this.cutNanos = cutNanos;
    this.askedLsns = askedLsns;
  }

  /** What was over by this LSN may go; 0 if nothing may. */
  public long cutLsn() {
    return judge.cutLsn();
  }

  /** When that was, nanoseconds since 1970; 0 if unknown. */
  public long cutNanos() {
    return cutNanos;
  }

  /** Whether it is worth nothing to carry it out: everything stays. */
  public boolean isEmpty() {
    return tally.lost() == 0;
  }

  /** About which share of the store goes, from 0 to 1. */
  public double shareLost() {
    return 1 - tally.shareKept();
  }

  /** The figures of what would be there afterwards, and what goes. */
  public RetentionFigures figures() {
    return tally.figures(processes.cardinality(), objects.cardinality());
  }

  /** Whether a process is declared in what stays. */
  public boolean keepsProcess(long id) {
    return processes.get((int) id);
  }

  /** Whether an object is declared in what stays. */
  public boolean keepsObject(long id) {
    return objects.get((int) id);
  }

  /** Keeps a process's declaration: something referred to it since. 0 is ignored. */
  public void keepProcess(long id) {
    processes.set((int) id, id != 0);
  }

  /** Keeps an object's declaration: something referred to it since. 0 is ignored. */
  public void keepObject(long id) {
    objects.set((int) id, id != 0);
  }

  void keepEdges(long object) {
    keepObject(object);
    edged.set((int) object);
  }
}
