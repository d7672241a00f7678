// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.retention.rule.RetentionDecision;
import org.colophon.core.retention.rule.StoreWalk;
import org.colophon.core.spi.storage.LineageReader;

/** Distribution of the approximate size of a store's facts over the LSNs at which they end. */
final class AgeHistogram {
  private static final int STRIPES = 1 << 12;

  private final LineageReader reader;
  private final long lastLsn;
  private final double[] weights = new double[STRIPES + 1];
  private double all;
  private long latest;

  AgeHistogram(LineageReader reader, StoreWalk walk) {
    this.reader = reader;
    this.lastLsn = Math.max(1, reader.visibleLsn());
    walk.processes(this::process);
    walk.objects(this::object);
  }

  /**
   * Returns the cut after which about a given share of the size remains. Facts that are still in
   * force stay at any cut. If they alone exceed the share, no cut suffices, and removing the
   * youngest facts would gain nothing.
   *
   * @param youngest the youngest share of ended facts, which always stays
   */
  long cutFor(double share, double youngest) {
    double left = all;
    double inForce = weights[STRIPES];
    double least = Math.max(all * share, inForce + (all - inForce) * youngest);
    int stripe = 0;
    while (stripe < STRIPES && left > least) {
      left -= weights[stripe++];
    }
    return stripe == 0 ? Lsn.NONE : Math.min(lastLsn, (long) ((double) stripe * lastLsn / STRIPES));
  }

  private void add(long lsn, long weight) {
    boolean goesOn = lsn >= lastLsn;
    int stripe = goesOn ? STRIPES : (int) ((double) lsn * STRIPES / lastLsn);
    weights[stripe] += weight;
    all += weight;
    latest = Math.max(latest, lsn);
  }

  /** Adds a process's facts, and its declaration at the end of the last fact. */
  private void process(long id) {
    latest = 0;
    ProcessInfo info = reader.process(id);
    long end = RetentionDecision.endOf(info);
    reader.accessesOfProcess(
        id,
        AccessMode.ALL,
        (process, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            add(last == Lsn.OPEN ? end : last, PlanTally.ACCESS_BYTES));
    reader.causesOfProcess(id, (effect, cause, kind, lsn, nanos) -> add(lsn, PlanTally.LINK_BYTES));
    reader
        .extendedRecords(id, 0)
        .forEach(each -> add(each.lsn(), PlanTally.EXTENDED_BYTES + each.data().length()));
    if (info != null) {
      add(Math.max(latest, info.declaredLsn()), PlanFiller.weightOf(info.declaration()));
    }
  }

  private void object(long id) {
    latest = 0;
    reader.derivationsOfObject(
        id, (effect, cause, process, lsn, nanos) -> add(lsn, PlanTally.LINK_BYTES));
    for (NameBinding name : reader.namesOf(id)) {
      add(name.toLsn(), PlanTally.NAME_BYTES + name.path().length());
    }
    ObjectInfo info = reader.object(id);
    if (info != null) {
      add(Math.max(latest, info.declaredLsn()), PlanFiller.weightOf(info.declaration()));
    }
  }
}
