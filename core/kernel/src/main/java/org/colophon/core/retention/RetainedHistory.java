// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.retention.rule.DataKeeper;
import org.colophon.core.retention.rule.NameKeeper;
import org.colophon.core.retention.rule.PlaceholderEdge;
import org.colophon.core.retention.rule.Placeholders;
import org.colophon.core.retention.rule.RetentionDecision;
import org.colophon.core.retention.rule.StoreWalk;
import org.colophon.core.spi.storage.HistorySource;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.CutVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.core.spi.storage.visitor.OperationVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The history that a plan keeps, for replay into another store: the kept facts, with marks in place
 * of removed ones. Cuts stay with their objects, since they separate versions. Snapshots stay even
 * if their content is removed.
 *
 * <p>Marks are computed when the {@link Placeholders} are visited, by reading every kept object or
 * process; none is kept in memory. One thread.
 */
public final class RetainedHistory implements HistorySource {
  private final LineageReader source;
  private final RetentionPlan plan;
  private final RetentionDecision decision;
  private final Placeholders markers;
  private final StoreWalk walk;
  private final NameKeeper names;
  private final DataKeeper data;
  private final ProcessLosses processLosses;
  private final ObjectLosses objectLosses;

  /**
   * @param source the store of the plan; it may hold more by now
   * @param markers the ids of the processes that represent removed facts
   * @param cancelled called often; if it returns true, INTERRUPTED is thrown
   */
  public RetainedHistory(
      LineageReader source, RetentionPlan plan, Placeholders markers, BooleanSupplier cancelled) {
    this.source = source;
    this.plan = plan;
    this.decision = plan.decision.withMarkers(markers);
    this.markers = markers;
    this.walk = new StoreWalk(source, cancelled);
    this.names = new NameKeeper(source, decision, plan.askedLsns, plan.edged);
    this.data = new DataKeeper(source, decision);
    this.processLosses = new ProcessLosses(source, decision);
    this.objectLosses = new ObjectLosses(source, decision);
  }

  /** Returns the number of reported operations in the history. */
  public long operations() {
    return Math.max(0, source.statistics().operations() - plan.tally.lostOperations());
  }

  @Override
  public long lastProcess() {
    return Math.max(source.lastProcess(), Math.max(markers.past(), markers.future()));
  }

  @Override
  public long lastObject() {
    return source.lastObject();
  }

  @Override
  public @Nullable ProcessInfo process(long id) {
    if (markers.has(id)) {
      return markers.info(id, shownCut(), source.timeAt(shownCut()));
    }
    return plan.keepsProcess(id) ? source.process(id) : null;
  }

  /** Returns true if a process existed before the cut and so may have losses. */
  private boolean isOld(long process) {
    ProcessInfo info = source.process(process);
    return info == null || info.declaredLsn() <= decision.cutLsn();
  }

  /** Returns the cut to show: this plan's, or that of an earlier pruning if it is larger. */
  private long shownCut() {
    long cut = decision.cutLsn();
    for (Gap gap : source.gaps()) {
      cut = markers.has(gap.process()) ? Math.max(cut, gap.lsn()) : cut;
    }
    return cut;
  }

  @Override
  public @Nullable ObjectInfo object(long id) {
    return plan.keepsObject(id) ? source.object(id) : null;
  }

  @Override
  public void accessesOfProcess(long process, int modes, AccessVisitor visitor) {
    if (markers.has(process)) {
      walk.objects(object -> visitMarks(process, object, modes, visitor));
      return;
    }
    if (!plan.keepsProcess(process)) {
      return;
    }
    long endLsn = RetentionDecision.endOf(source.process(process));
    source.accessesOfProcess(
        process,
        modes,
        (p, object, mode, first, last, count, bytes, firstNanos, lastNanos) -> {
          if (decision.keeps(p, endLsn, object, mode, first, last)) {
            visitor.access(p, object, mode, first, last, count, bytes, firstNanos, lastNanos);
          }
        });
  }

  private void visitMarks(long marker, long object, int modes, AccessVisitor visitor) {
    ObjectInfo info = plan.keepsObject(object) ? source.object(object) : null;
    if (info == null || info.declaredLsn() > decision.cutLsn()) {
      return;
    }
    for (PlaceholderEdge mark : objectLosses.marksOf(object)) {
      if (mark.isPast() == (marker == markers.past()) && (modes & mark.mode().bit()) != 0) {
        visitor.access(
            marker,
            object,
            mark.mode(),
            mark.first(),
            mark.last(),
            mark.count(),
            mark.bytes(),
            mark.firstNanos(),
            mark.lastNanos());
      }
    }
  }

  @Override
  public void causesOfProcess(long process, LinkVisitor visitor) {
    if (process == markers.past()) {
      return;
    }
    if (process == markers.future()) {
      walk.processes(each -> visitLossOfEffects(each, visitor));
      return;
    }
    if (!plan.keepsProcess(process)) {
      return;
    }
    source.causesOfProcess(
        process,
        (effect, cause, kind, lsn, nanos) -> {
          if (decision.keepsLink(effect, cause, kind, lsn)) {
            visitor.link(effect, cause, kind, lsn, nanos);
          }
        });
    if (isOld(process)) {
      visitLossOfCauses(process, visitor);
    }
  }

  /**
   * Visits the links that replace removed causes. A loss of content covers every later loss of
   * control.
   */
  private void visitLossOfCauses(long process, LinkVisitor visitor) {
    ProcessLosses lost = processLosses;
    lost.select(process);
    if (lost.dataLsn != Lsn.OPEN) {
      visitor.link(process, markers.past(), LinkKind.INFORM, lost.dataLsn, lost.dataNanos);
    }
    if (lost.sentLsn != Lsn.OPEN) {
      visitor.link(process, markers.past(), LinkKind.SENT, lost.sentLsn, lost.sentNanos);
    }
    if (lost.controlLsn < lost.dataLsn) {
      visitor.link(process, markers.past(), LinkKind.SIGNAL, lost.controlLsn, lost.controlNanos);
    }
  }

  private void visitLossOfEffects(long process, LinkVisitor visitor) {
    if (plan.keepsProcess(process) && !markers.has(process) && isOld(process)) {
      processLosses.select(process);
      if (processLosses.outLsn != Lsn.NONE) {
        visitor.link(
            markers.future(),
            process,
            LinkKind.INFORM,
            processLosses.outLsn,
            processLosses.outNanos);
      }
      if (processLosses.receivedLsn != Lsn.OPEN) {
        visitor.link(
            markers.future(),
            process,
            LinkKind.RECEIVED,
            processLosses.receivedLsn,
            processLosses.receivedNanos);
      }
    }
  }

  @Override
  public void operations(long process, long object, OperationVisitor visitor) {
    if (markers.has(process) || !plan.keepsProcess(process)) {
      return;
    }
    boolean mayLose = isOld(process);
    if (mayLose) {
      processLosses.select(process);
    }
    source.operations(
        process,
        object,
        (lsn, kind, p, o, bytes, nanos) -> {
          if (!mayLose || lsn > decision.cutLsn() || processLosses.isKeptBegin(lsn)) {
            visitor.operation(lsn, kind, p, o, bytes, nanos);
          }
        });
  }

  @Override
  public void derivationsOfObject(long object, DerivationVisitor visitor) {
    if (!plan.keepsObject(object)) {
      return;
    }
    source.derivationsOfObject(
        object,
        (effect, cause, process, lsn, nanos) -> {
          if (decision.keepsDerivation(effect, lsn)) {
            visitor.derivation(effect, cause, keptProcess(process, lsn), lsn, nanos);
          }
        });
  }

  /** Returns the process, or 0 if it was removed while its effect is kept. */
  private long keptProcess(long process, long lsn) {
    return lsn > decision.cutLsn() || plan.keepsProcess(process) ? process : 0;
  }

  @Override
  public void cuts(long object, CutVisitor visitor) {
    if (plan.keepsObject(object)) {
      source.cuts(
          object,
          (process, begin, end, nanos) ->
              visitor.cut(keptProcess(process, end), begin, end, nanos));
    }
  }

  @Override
  public List<NameBinding> namesOf(long object) {
    return plan.keepsObject(object)
        ? source.namesOf(object).stream().filter(names::keeps).toList()
        : List.of();
  }

  @Override
  public long timeAt(long lsn) {
    return source.timeAt(lsn);
  }

  @Override
  public List<Snapshot> snapshots() {
    return source.snapshots();
  }

  /**
   * Returns the gaps. A gap of one process is removed with that process; gaps without a process
   * stay.
   */
  @Override
  public List<Gap> gaps() {
    List<Gap> kept = new ArrayList<>();
    long lost = Math.max(1, plan.tally.removed());
    for (Gap gap : source.gaps()) {
      if (markers.has(gap.process())) {
        lost += gap.process() == markers.past() ? gap.count() : 0;
      } else if (gap.process() == 0
          || gap.lsn() > decision.cutLsn()
          || plan.keepsProcess(gap.process())) {
        kept.add(gap);
      }
    }
    long at = Math.max(Lsn.FIRST, shownCut());
    kept.add(new Gap(at, markers.past(), GapCause.PRUNED, lost));
    kept.add(new Gap(at, markers.future(), GapCause.PRUNED, lost));
    return kept;
  }

  @Override
  public List<ExtendedRecord> extendedRecords(long process, long object) {
    return source.extendedRecords(process, object).stream().filter(data::keeps).toList();
  }
}
