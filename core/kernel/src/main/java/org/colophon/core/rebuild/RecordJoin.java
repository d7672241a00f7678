// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.rebuild;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.HistorySource;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;

/**
 * Turns sorted facts into records. Joins facts of one LSN that make one record. One such pair is
 * the start of an interval and its first operation, which alone has kind and bytes. Another is the
 * end of a name and its new binding. Holds facts of one LSN at a time. One thread.
 */
final class RecordJoin {
  private record Operation(
      OperationKind kind, long process, long object, long bytes, long timeNanos) {}

  private record Name(long object, Bytes path, long timeNanos) {}

  private static final Comparator<Name> DIRECTORIES_FIRST =
      Comparator.comparingInt((Name name) -> name.path.length()).thenComparing(Name::path);

  private final HistorySource source;
  private final RecordEncoder out;
  private final List<Operation> operations = new ArrayList<>();
  private final List<Name> ended = new ArrayList<>();
  private final List<Name> begun = new ArrayList<>();
  private final Set<Bytes> bound = new HashSet<>();
  private final Set<Bytes> unbound = new HashSet<>();
  private long lsn;
  private long timeLsn;
  private long timeNanos;

  RecordJoin(HistorySource source, RecordEncoder out) {
    this.source = source;
    this.out = out;
  }

  /** Adds the next fact, of the same LSN as the one before, or after {@link #endLsn}. */
  void add(RecordBatch fact) {
    lsn = fact.lsn();
    int rank = Fact.rank(fact);
    if (rank > Fact.UNBIND) {
      changeNames();
    }
    switch (rank) {
      case Fact.BIND -> {
        begun.add(new Name(fact.object(), fact.path(), time()));
        bound.add(fact.path());
      }
      case Fact.UNBIND -> ended.add(new Name(fact.object(), fact.path(), time()));
      case Fact.OPERATION ->
          operations.add(
              new Operation(
                  fact.operationKind(),
                  fact.process(),
                  fact.object(),
                  fact.bytes(),
                  fact.timeNanos()));
      case Fact.BEGIN -> begin(fact);
      default -> copy(fact);
    }
  }

  /** Ends an LSN after all its facts were added. */
  void endLsn() {
    changeNames();
    operations.clear();
  }

  /**
   * Emits the changes of names of one LSN. Unbinding a path also unbinds everything below; binding
   * it again does not restore that. If a path's name ended without a new one, everything below
   * ended at the same LSN. So all unbinding comes first, and paths below another ended path are
   * left out. Directories go first: a store may limit the number of changes of one LSN.
   */
  private void changeNames() {
    ended.sort(DIRECTORIES_FIRST);
    for (Name name : ended) {
      if (!bound.contains(name.path) && !isBelowUnbound(name.path)) {
        out.name(RecordType.UNBIND, lsn, name.timeNanos, 0, name.object, name.path);
        unbound.add(name.path);
      }
    }
    for (Name name : begun) {
      out.name(RecordType.BIND, lsn, name.timeNanos, 0, name.object, name.path);
    }
    ended.clear();
    begun.clear();
    bound.clear();
    unbound.clear();
  }

  private boolean isBelowUnbound(Bytes path) {
    int slash = unbound.isEmpty() ? -1 : path.indexOf('/', 0);
    while (slash >= 0) {
      if (unbound.contains(path.slice(0, slash)) || unbound.contains(path.slice(0, slash + 1))) {
        return true;
      }
      slash = path.indexOf('/', slash + 1);
    }
    return false;
  }

  private void begin(RecordBatch fact) {
    Operation first = firstOperation(fact);
    boolean isKnown = fact.count() > 0;
    boolean isAsFirst =
        fact.count() == 1 && fact.bytes() == first.bytes && fact.timeNanos() == first.timeNanos;
    boolean isSingle = isAsFirst && fact.endLsn() == lsn;
    out.access(
        lsn,
        first.timeNanos,
        first.process,
        first.object,
        first.kind.code(),
        !isSingle,
        first.bytes);
    boolean isSaidHere = fact.endLsn() == lsn || fact.endLsn() == Lsn.OPEN;
    boolean isOpenAsBegun = isAsFirst && fact.endLsn() == Lsn.OPEN;
    if (isKnown && isSaidHere && !isSingle && !isOpenAsBegun) {
      copy(fact);
    }
  }

  /**
   * Returns the first operation of an interval. At the same LSN, this interval may also end, and so
   * may an earlier one of the same process and object. Readers return the end of the earlier one
   * before that operation, and the interval's own end after it. Ends have no kind of operation.
   */
  private Operation firstOperation(RecordBatch fact) {
    AccessMode mode = fact.accessMode();
    List<Operation> candidates = new ArrayList<>(1);
    for (Operation each : operations) {
      if (each.process == fact.process()
          && each.object == fact.object()
          && each.kind.mode() == mode) {
        if (each.kind != plainKind(mode)) {
          return each;
        }
        candidates.add(each);
      }
    }
    boolean hasOwnEnd = fact.endLsn() == lsn && fact.count() >= 2;
    int place = candidates.size() - (hasOwnEnd ? 2 : 1);
    return place >= 0
        ? candidates.get(place)
        : new Operation(plainKind(mode), fact.process(), fact.object(), 0, 0);
  }

  /** Returns the default kind of a mode, for operations of unknown kind. */
  private static OperationKind plainKind(AccessMode mode) {
    for (OperationKind kind : OperationKind.values()) {
      if (kind.mode() == mode) {
        return kind;
      }
    }
    throw new AssertionError(mode);
  }

  private void copy(RecordBatch r) {
    long nanos = r.timeNanos();
    switch (r.type()) {
      case PROCESS -> out.process(lsn, time(), r.process(), r.processDeclaration());
      case OBJECT -> out.object(lsn, time(), r.object(), r.objectDeclaration());
      case LINK -> out.link(lsn, nanos, r.linkKind().code(), r.process(), r.cause());
      case DERIVATION -> out.derivation(lsn, nanos, r.object(), r.cause(), r.process());
      case CUT -> out.cut(lsn, nanos, r.process(), r.object(), r.beginLsn());
      case EXIT -> out.exit(lsn, nanos, r.process(), r.status());
      case INTERVAL ->
          out.interval(
              lsn,
              nanos,
              r.process(),
              r.object(),
              r.accessMode().code(),
              r.beginLsn(),
              r.endLsn(),
              r.count(),
              r.bytes());
      case EXTENDED -> out.extended(lsn, time(), r.process(), r.object(), r.label(), r.data());
      case SNAPSHOT -> out.snapshot(lsn, nanos, r.label());
      case GAP -> out.gap(lsn, time(), r.process(), r.gapCause().code(), r.count());
      case ACCESS, BIND, UNBIND, RENAME, EXCHANGE -> throw new AssertionError(r.type());
    }
  }

  /** Returns the time of the LSN, for facts that stores keep without their time. */
  private long time() {
    if (timeLsn != lsn) {
      timeLsn = lsn;
      timeNanos = source.timeAt(lsn);
    }
    return timeNanos;
  }
}
