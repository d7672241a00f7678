// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.rebuild;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.HistorySource;
import org.colophon.core.spi.storage.RecordType;

/**
 * Reads a store, process by process and object by object, and adds every fact of the replay to a
 * sorter. Reads a fact that relates two nodes from only one of them.
 *
 * <p>Nearly every fact belongs to the LSN of its record. Final forms of intervals and second
 * declarations may have been reported later, at an LSN that no store keeps. A replay that resumes
 * after an LSN compares these with the target, and emits changes right after that LSN.
 */
final class FactCollector {
  /**
   * Ids are assigned before they are declared. A crash may leave at most this many undeclared ids
   * after the last declared one, and they may still be referenced.
   */
  private static final int UNDECLARED_IDS = 1 << 10;

  private static final int CANCEL_MASK = 0xfff;

  private record Reported(
      long object, AccessMode mode, long first, long last, long count, long bytes, long nanos) {
    /** Returns the interval as a record at an LSN. */
    Consumer<RecordEncoder> at(long lsn, long process) {
      int code = mode.code();
      return to -> to.interval(lsn, nanos, process, object, code, first, last, count, bytes);
    }
  }

  private final ReplayRequest request;
  private final HistorySource source;
  private final FactSorter out;
  private final BooleanSupplier cancelled;
  private final LongConsumer progress;
  private final Set<Reported> reported = new HashSet<>();
  private long lastProcess;
  private long lastObject;

  FactCollector(
      ReplayRequest request, FactSorter out, BooleanSupplier cancelled, LongConsumer progress) {
    this.request = request;
    this.source = request.source();
    this.out = out;
    this.cancelled = cancelled;
    this.progress = progress;
  }

  /** Adds all facts; throws INTERRUPTED if it is cancelled. */
  void collect() {
    lastProcess = source.lastProcess();
    lastObject = source.lastObject();
    for (long id = 1; id <= lastProcess + UNDECLARED_IDS; id++) {
      refuseIfCancelled();
      addProcess(id);
    }
    for (long id = 1; id <= lastObject + UNDECLARED_IDS; id++) {
      refuseIfCancelled();
      addObject(id);
    }
    source.snapshots().forEach(this::addSnapshot);
    source.gaps().forEach(this::addGap);
  }

  private void refuseIfCancelled() {
    if (cancelled.getAsBoolean()) {
      throw ErrorCode.INTERRUPTED.exception("the replay was cancelled");
    }
  }

  private void add(long lsn, RecordType type, int weight, Consumer<RecordEncoder> body) {
    if (request.isWanted(lsn)) {
      add(Fact.of(lsn, type, weight, body));
    }
  }

  private void add(Fact fact) {
    if ((out.facts() & CANCEL_MASK) == 0) {
      refuseIfCancelled();
      progress.accept(out.facts());
    }
    try {
      out.add(fact);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void noteProcess(long id) {
    lastProcess = Math.max(lastProcess, id);
  }

  private void noteObject(long id) {
    lastObject = Math.max(lastObject, id);
  }

  private void addProcess(long id) {
    ProcessInfo info = source.process(id);
    if (info != null) {
      addDeclaration(info);
      addExit(info);
    }
    source.causesOfProcess(id, this::addLink);
    noteTold(id);
    source.accessesOfProcess(id, AccessMode.ALL, this::addInterval);
    source.operations(id, 0, this::addOperation);
    source.extendedRecords(id, 0).forEach(this::addExtended);
  }

  private void addDeclaration(ProcessInfo info) {
    ProcessDeclaration declaration = info.declaration();
    long lsn = lsnOf(info.declaredLsn(), hasDeclared(info));
    int weight = weightOf(declaration);
    add(lsn, RecordType.PROCESS, weight, to -> to.process(lsn, 0, info.id(), declaration));
  }

  private static int weightOf(ProcessDeclaration declaration) {
    int arguments = declaration.arguments().stream().mapToInt(Bytes::length).sum();
    return declaration.executable().length() + declaration.directory().length() + arguments;
  }

  /**
   * Returns the LSN at which to emit a fact that the target may already hold.
   *
   * @return 0 if the target has it
   */
  private long lsnOf(long lsn, boolean hasTarget) {
    if (lsn > request.afterLsn()) {
      return lsn;
    }
    return hasTarget ? 0 : request.afterLsn() + 1;
  }

  private boolean hasDeclared(ProcessInfo info) {
    if (request.target() == null || info.declaredLsn() > request.afterLsn()) {
      return false;
    }
    ProcessInfo known = request.target().process(info.id());
    return known != null && known.declaration().equals(info.declaration());
  }

  private boolean hasDeclared(ObjectInfo info) {
    if (request.target() == null || info.declaredLsn() > request.afterLsn()) {
      return false;
    }
    ObjectInfo known = request.target().object(info.id());
    return known != null && known.declaration().equals(info.declaration());
  }

  private void addExit(ProcessInfo info) {
    long lsn = info.endLsn();
    add(lsn, RecordType.EXIT, 0, to -> to.exit(lsn, info.endNanos(), info.id(), info.exitStatus()));
  }

  private void addLink(long effect, long cause, LinkKind kind, long lsn, long nanos) {
    noteProcess(cause);
    add(lsn, RecordType.LINK, 0, to -> to.link(lsn, nanos, kind.code(), effect, cause));
  }

  /** Reads the target's state of a process, if it may have one. */
  private void noteTold(long process) {
    reported.clear();
    if (request.target() != null && request.afterLsn() > 0) {
      request
          .target()
          .accessesOfProcess(
              process,
              AccessMode.ALL,
              (p, object, mode, first, last, count, bytes, firstNanos, lastNanos) ->
                  reported.add(new Reported(object, mode, first, last, count, bytes, lastNanos)));
    }
  }

  private void addInterval(
      long process,
      long object,
      AccessMode mode,
      long first,
      long last,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    noteObject(object);
    boolean isAhead = last != Lsn.OPEN && last > request.upToLsn();
    Reported now =
        isAhead
            ? new Reported(object, mode, first, Lsn.OPEN, 0, bytes, lastNanos)
            : new Reported(object, mode, first, last, count, bytes, lastNanos);
    if (request.isWanted(first)) {
      add(Fact.begin(first, now.at(first, process)));
    }
    if (first <= request.upToLsn() && !isAhead) {
      addEnd(process, now);
    }
  }

  /** Adds the final form of an interval, unless its start includes it. */
  private void addEnd(long process, Reported now) {
    boolean isSaidAtBegin =
        request.isWanted(now.first) && (now.last == now.first || now.last == Lsn.OPEN);
    long lsn = now.last == Lsn.OPEN ? now.first : now.last;
    long at = lsnOf(lsn, reported.contains(now));
    if (!isSaidAtBegin) {
      add(at, RecordType.INTERVAL, 0, now.at(at, process));
    }
  }

  private void addOperation(
      long lsn, OperationKind kind, long process, long object, long bytes, long nanos) {
    int code = kind.code();
    add(
        lsn,
        RecordType.ACCESS,
        0,
        to -> to.access(lsn, nanos, process, object, code, false, bytes));
  }

  private void addExtended(ExtendedRecord record) {
    long lsn = record.lsn();
    long process = record.process();
    long object = record.object();
    Bytes data = record.data();
    noteObject(object);
    add(
        lsn,
        RecordType.EXTENDED,
        data.length(),
        to -> to.extended(lsn, 0, process, object, record.type(), data));
  }

  private void addObject(long id) {
    ObjectInfo info = source.object(id);
    if (info != null) {
      long lsn = lsnOf(info.declaredLsn(), hasDeclared(info));
      int weight = info.declaration().identity().length() + info.declaration().label().length();
      add(lsn, RecordType.OBJECT, weight, to -> to.object(lsn, 0, id, info.declaration()));
    }
    source.cuts(id, (process, begin, end, nanos) -> addCut(id, process, begin, end, nanos));
    source.derivationsOfObject(id, this::addDerivation);
    source.namesOf(id).forEach(this::addName);
    source.extendedRecords(0, id).stream()
        .filter(record -> record.process() == 0)
        .forEach(this::addExtended);
  }

  private void addCut(long object, long process, long begin, long lsn, long nanos) {
    add(lsn, RecordType.CUT, 0, to -> to.cut(lsn, nanos, process, object, begin));
  }

  private void addDerivation(long effect, long cause, long process, long lsn, long nanos) {
    noteObject(cause);
    add(lsn, RecordType.DERIVATION, 0, to -> to.derivation(lsn, nanos, effect, cause, process));
  }

  private void addName(NameBinding binding) {
    addName(RecordType.BIND, binding.fromLsn(), binding);
    addName(RecordType.UNBIND, binding.toLsn(), binding);
  }

  private void addName(RecordType type, long lsn, NameBinding binding) {
    Bytes path = binding.path();
    add(lsn, type, path.length(), to -> to.name(type, lsn, 0, 0, binding.object(), path));
  }

  private void addSnapshot(Snapshot snapshot) {
    long lsn = snapshot.lsn();
    add(
        lsn,
        RecordType.SNAPSHOT,
        0,
        to -> to.snapshot(lsn, snapshot.timeNanos(), snapshot.label()));
  }

  private void addGap(Gap gap) {
    long lsn = gap.lsn();
    int cause = gap.cause().code();
    add(lsn, RecordType.GAP, 0, to -> to.gap(lsn, 0, gap.process(), cause, gap.count()));
  }
}
