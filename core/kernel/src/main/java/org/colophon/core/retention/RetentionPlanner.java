// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.retention.rule.FirstRecentLsn;
import org.colophon.core.retention.rule.KeptAncestry;
import org.colophon.core.retention.rule.Placeholders;
import org.colophon.core.retention.rule.RetentionDecision;
import org.colophon.core.retention.rule.StoreWalk;
import org.colophon.core.spi.storage.AncestorWalk.Start;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Makes plans: finds the LSN of the cut, the causes of the facts to keep, and the remaining facts.
 * Reads the store at least once, and again for each further attempt at a cut. One thread.
 */
public final class RetentionPlanner {
  /** Maximum number of times that the cut is moved until the remaining facts fit. */
  private static final int ROUNDS = 5;

  /** Share of the requested size to fill, so that the store stays within that size for a while. */
  private static final double ROOM = 0.9;

  /** Share of the requested size for the youngest removable facts, which always stay. */
  private static final double YOUNGEST = 0.25;

  private final LineageReader reader;
  private final RetentionPolicy policy;
  private final long[] askedLsns;
  private final long firstLive;
  private final StoreWalk walk;

  /**
   * @param reader the store's reader; facts that it sees only later are kept.
   * @param askedLsns the LSNs of later name queries.
   * @param firstLive processes from this id on may still run without recent events.
   * @param cancelled called often; if it returns true, INTERRUPTED is thrown.
   */
  public RetentionPlanner(
      LineageReader reader,
      RetentionPolicy policy,
      long[] askedLsns,
      long firstLive,
      BooleanSupplier cancelled) {
    this.reader = reader;
    this.policy = policy;
    this.askedLsns = askedLsns;
    this.firstLive = firstLive;
    this.walk = new StoreWalk(reader, cancelled);
  }

  /**
   * Returns the plan.
   *
   * @throws ColophonException NOT_FOUND for a snapshot to keep that does not exist; INTERRUPTED
   */
  public RetentionPlan plan() {
    refuseUnknownSnapshots();
    RetentionPlan plan = planByAge();
    long byAge = plan.cutLsn();
    long bytes = reader.statistics().diskBytes();
    double wanted = policy.maxBytes() == 0 ? 1 : (double) policy.maxBytes() / Math.max(1, bytes);
    if (wanted >= 1 || plan.tally.shareKept() <= wanted) {
      return plan;
    }
    AgeHistogram ages = new AgeHistogram(reader, walk);
    double aim = wanted * ROOM;
    for (int round = 0; round < ROUNDS && plan.tally.shareKept() > wanted; round++) {
      aim *= round == 0 ? 1 : wanted / plan.tally.shareKept();
      plan =
          planFor(Math.max(byAge, ages.cutFor(aim, wanted * YOUNGEST)), new FirstRecentLsn(0, 0));
    }
    return plan;
  }

  /**
   * Returns the plan for a given cut, at which another store with the same history was pruned.
   *
   * @throws ColophonException as {@link #plan}
   */
  public RetentionPlan planUpTo(long cutLsn) {
    refuseUnknownSnapshots();
    return planFor(Math.min(cutLsn, reader.visibleLsn()), new FirstRecentLsn(0, 0));
  }

  /** Returns the plan by age. Moves the cut back until no recent record is before it. */
  private RetentionPlan planByAge() {
    long cutLsn = policy.beforeNanos() == 0 ? 0 : reader.lsnAt(policy.beforeNanos());
    while (true) {
      FirstRecentLsn firstRecent =
          new FirstRecentLsn(policy.beforeNanos(), System.currentTimeMillis() * 1_000_000L);
      RetentionPlan plan = planFor(cutLsn, firstRecent);
      if (firstRecent.firstLsn() > cutLsn) {
        return plan;
      }
      cutLsn = firstRecent.firstLsn() - 1;
    }
  }

  private void refuseUnknownSnapshots() {
    Set<String> known = Snapshot.asOf(reader.snapshots(), Lsn.LATEST).keySet();
    for (String name : policy.keepSnapshots()) {
      if (!name.equals(RetentionPolicy.ALL_SNAPSHOTS) && !known.contains(name)) {
        throw ErrorCode.NOT_FOUND.exception(
            "there is no snapshot '%s' to keep; there are %s".formatted(name, known));
      }
    }
  }

  private RetentionPlan planFor(long cutLsn, FirstRecentLsn firstRecent) {
    KeptAncestry reach = new KeptAncestry(reader, walk::check);
    if (policy.keepsPasts() && cutLsn > 0) {
      List<Start> starts = starts(cutLsn);
      if (!starts.isEmpty()) {
        policy.ancestors().walk(reader, starts, reach);
      }
    }
    RetentionDecision decision =
        new RetentionDecision(cutLsn, firstLive, reach, Placeholders.of(reader));
    RetentionPlan plan = new RetentionPlan(decision, reader.timeAt(cutLsn), askedLsns);
    new PlanFiller(reader, walk, plan, firstRecent).fill();
    return plan;
  }

  /** Returns the versions whose causes are kept. */
  private List<Start> starts(long cutLsn) {
    List<Long> moments =
        Snapshot.asOf(reader.snapshots(), Lsn.LATEST).values().stream()
            .filter(each -> policy.keepsSnapshot(each.name()))
            .map(Snapshot::lsn)
            .toList();
    List<Start> starts = new ArrayList<>();
    walk.objects(object -> addStarts(object, moments, cutLsn, starts));
    return starts;
  }

  private void addStarts(long object, List<Long> moments, long cutLsn, List<Start> starts) {
    List<NameBinding> names = reader.placesOf(object);
    for (long lsn : moments) {
      if (names.stream().anyMatch(name -> name.holdsAt(lsn))) {
        starts.add(new Start(object, lsn));
      }
    }
    boolean isWanted =
        policy.keepNames() != null
            && names.stream()
                .anyMatch(each -> each.toLsn() > cutLsn && policy.keepNames().test(each.path()));
    if (isWanted) {
      addVersions(object, cutLsn, starts);
    }
  }

  /** Adds every version that is current at some time after the cut. */
  private void addVersions(long object, long cutLsn, List<Start> starts) {
    reader.cuts(
        object,
        (process, begin, end, nanos) -> {
          if (end > cutLsn && end > Lsn.FIRST) {
            starts.add(new Start(object, end - 1));
          }
        });
    starts.add(new Start(object, Lsn.LATEST));
  }
}
