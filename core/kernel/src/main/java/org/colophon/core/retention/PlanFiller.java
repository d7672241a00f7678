// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.retention.rule.DataKeeper;
import org.colophon.core.retention.rule.FirstRecentLsn;
import org.colophon.core.retention.rule.NameKeeper;
import org.colophon.core.retention.rule.RetentionDecision;
import org.colophon.core.retention.rule.StoreWalk;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Reads a store, and marks in a plan the declarations to keep: those of the nodes that a kept fact
 * relates. Visits objects twice, since the kept names depend on the kept accesses. One thread.
 */
final class PlanFiller {
  private final LineageReader reader;
  private final StoreWalk walk;
  private final RetentionPlan plan;
  private final RetentionDecision decision;
  private final PlanTally tally;
  private final DataKeeper data;
  private final FirstRecentLsn firstRecent;
  private long endLsn;

  PlanFiller(LineageReader reader, StoreWalk walk, RetentionPlan plan, FirstRecentLsn firstRecent) {
    this.reader = reader;
    this.walk = walk;
    this.plan = plan;
    this.decision = plan.decision;
    this.tally = plan.tally;
    this.firstRecent = firstRecent;
    this.data = new DataKeeper(reader, decision);
  }

  void fill() {
    walk.objects(this::objectEdges);
    walk.processes(this::process);
    NameKeeper names = new NameKeeper(reader, decision, plan.askedLsns, plan.edged);
    walk.objects(id -> objectNames(id, names));
    for (Gap gap : reader.gaps()) {
      if (gap.lsn() > decision.cutLsn() && !decision.markers().has(gap.process())) {
        plan.keepProcess(gap.process());
      }
    }
    tally.keep(plan.processes.cardinality(), plan.objects.cardinality());
  }

  // --- objects ---

  private void objectEdges(long id) {
    if (decision.reach().has(id)) {
      plan.keepEdges(id);
    }
    reader.derivationsOfObject(id, this::derivation);
    reader.cuts(id, (process, begin, end, nanos) -> cut(id, process, end));
    for (ExtendedRecord each : reader.extendedRecords(0, id)) {
      if (each.process() == 0) {
        boolean isKept = data.keeps(each);
        tally.fact(isKept, PlanTally.EXTENDED_BYTES + each.data().length(), 1);
        if (isKept) {
          plan.keepObject(id);
        }
      }
    }
  }

  private void derivation(long effect, long cause, long process, long lsn, long nanos) {
    firstRecent.see(lsn, nanos);
    boolean isKept = decision.keepsDerivation(effect, lsn);
    tally.fact(isKept, PlanTally.LINK_BYTES, 1);
    if (isKept) {
      plan.keepEdges(effect);
      plan.keepEdges(cause);
    }
    if (lsn > decision.cutLsn()) {
      plan.keepProcess(process);
    }
  }

  private void cut(long object, long process, long end) {
    if (end > decision.cutLsn()) {
      plan.keepEdges(object);
      plan.keepProcess(process);
    }
  }

  private void objectNames(long id, NameKeeper names) {
    ObjectInfo info = reader.object(id);
    if (info != null) {
      tally.object(weightOf(info.declaration()));
      if (info.declaredLsn() > decision.cutLsn()) {
        plan.keepObject(id);
      }
    }
    for (NameBinding name : reader.namesOf(id)) {
      boolean isKept = names.keeps(name);
      tally.fact(isKept, PlanTally.NAME_BYTES + name.path().length(), 1);
      if (isKept) {
        plan.keepObject(id);
      }
    }
  }

  static long weightOf(ObjectDeclaration declaration) {
    return PlanTally.DECLARATION_BYTES
        + declaration.identity().length()
        + declaration.label().length();
  }

  // --- processes ---

  private void process(long id) {
    if (decision.markers().has(id)) {
      return;
    }
    ProcessInfo info = reader.process(id);
    endLsn = RetentionDecision.endOf(info);
    if (info != null) {
      tally.process(weightOf(info.declaration()));
      if (info.declaredLsn() > decision.cutLsn() || decision.isAlive(id, endLsn)) {
        plan.keepProcess(id);
      }
    }
    if (decision.reach().boundOf(id) != Lsn.NONE) {
      plan.keepProcess(id);
    }
    reader.accessesOfProcess(id, AccessMode.ALL, this::access);
    reader.causesOfProcess(id, this::link);
    reader.extendedRecords(id, 0).forEach(this::extended);
  }

  static long weightOf(ProcessDeclaration declaration) {
    int arguments = declaration.arguments().stream().mapToInt(Bytes::length).sum();
    return PlanTally.DECLARATION_BYTES
        + declaration.identity().length()
        + declaration.executable().length()
        + declaration.directory().length()
        + arguments;
  }

  private void access(
      long process,
      long object,
      AccessMode mode,
      long first,
      long last,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    firstRecent.see(first, firstNanos);
    firstRecent.see(last, lastNanos);
    boolean isKept = decision.keeps(process, endLsn, object, mode, first, last);
    tally.fact(isKept, PlanTally.ACCESS_BYTES, count);
    if (isKept) {
      plan.keepProcess(process);
      plan.keepEdges(object);
    }
  }

  private void link(long effect, long cause, LinkKind kind, long lsn, long nanos) {
    if (decision.markers().has(cause)) {
      return;
    }
    firstRecent.see(lsn, nanos);
    boolean isKept = decision.keepsLink(effect, cause, kind, lsn);
    tally.fact(isKept, PlanTally.LINK_BYTES, 1);
    if (isKept) {
      plan.keepProcess(effect);
      plan.keepProcess(cause);
    }
  }

  private void extended(ExtendedRecord record) {
    boolean isKept = data.keeps(record);
    tally.fact(isKept, PlanTally.EXTENDED_BYTES + record.data().length(), 1);
    if (isKept) {
      plan.keepProcess(record.process());
      plan.keepObject(record.object());
    }
  }
}
