// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.stream.LongStream;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Flow;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.AttributeChanges;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.AccessVisitor;
import org.colophon.core.spi.storage.visitor.DerivationVisitor;
import org.colophon.core.spi.storage.visitor.LinkVisitor;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;

/**
 * Finds the edges of one node that respect time. For ancestors, the bound of a node is the latest
 * LSN at which it matters; for descendants, the earliest. The two directions mirror each other:
 *
 * <ul>
 *   <li>A write over [w1, w2] reaches a read over [r1, r2] if w1 is at most r2, unless a cut [b, e]
 *       separates them: the write ends before b and the read begins at or after e.
 *   <li>An interval without an end lasts until its process ended, or until now.
 *   <li>The LSN of a link counts for both ends, except for links to another source, whose end may
 *       have sent or received at any time.
 * </ul>
 *
 * <p>Visited facts are buffered first, so that the reader is never called from within its own
 * visit. This object is also the visitor, so a call allocates nothing, except for objects with many
 * versions, whose facts are cached.
 */
public final class Expander implements AccessVisitor, LinkVisitor, DerivationVisitor {
  private static final int WIDTH = 10;
  private static final int PEER = 0;
  private static final int KIND = 1;
  private static final int FIRST = 2;
  private static final int LAST = 3;
  private static final int COUNT = 4;
  private static final int BYTES = 5;
  private static final int FIRST_TIME = 6;
  private static final int LAST_TIME = 7;
  private static final int IS_OBJECT = 8;

  /** Column with the end of an interval, in the rows of an object. */
  private static final int END = 9;

  /**
   * Minimum number of cuts for which an object's facts are cached. With fewer cuts, they are read
   * again for each version.
   */
  private static final int MANY_CUTS = 4;

  /** Codes of edge kinds by access mode and link kind. */
  private static final int DERIVATION = EdgeKind.DERIVATION.code();

  private static final int CODE = EdgeKind.CODE.code();

  private static final int ATTRIBUTES = EdgeKind.ATTRIBUTES.code();

  private static final int SENT = EdgeKind.SENT.code();
  private static final int RECEIVED = EdgeKind.RECEIVED.code();

  private LineageReader reader;

  /** A view up to an LSN, which suffices for nodes with a bound at or before it. */
  private LineageReader near;

  private long nearLsn;
  private final NodeSlots slots;
  private final boolean isAncestors;
  private final Rows rows = new Rows(WIDTH, 64);
  private final RowCache kept = new RowCache();
  private AttributeChanges changes;
  private boolean fromProcess;
  private boolean takesControl;
  private boolean takesCode;
  private int generatedModes;
  private int usedModes;
  private long limit;

  Expander(LineageReader reader, NodeSlots slots, boolean isAncestors) {
    this.reader = reader;
    this.near = reader;
    this.changes = new AttributeChanges(reader);
    this.slots = slots;
    this.isAncestors = isAncestors;
  }

  /**
   * Prepares for a query.
   *
   * @param view the history up to the query's LSN
   * @param limitLsn the last LSN at which a fact that counts may begin
   */
  void prepare(LineageQuery query, LineageReader view, long limitLsn) {
    reader = view;
    LongStream roots = query.roots().stream().mapToLong(Root::lsn);
    readUntil(isAncestors ? roots.max().orElse(Lsn.LATEST) : Lsn.LATEST);
    limit = limitLsn;
    takesControl = !query.dataOnly();
    takesCode = query.includeCode();
    usedModes = AccessMode.READ.bit() | AccessMode.CODE.bit();
    int names = AccessMode.NAME.bit() | AccessMode.TOUCH.bit();
    generatedModes = AccessMode.WRITE.bit() | (query.includeNames() ? names : 0);
  }

  private void readUntil(long lsn) {
    near = reader.until(lsn);
    nearLsn = lsn;
    changes = new AttributeChanges(near);
    kept.clear();
  }

  /**
   * Reads further than the roots for a bound beyond them. An edge to a process that had sent
   * something has such a bound.
   */
  private void reach(long bound) {
    if (bound > nearLsn) {
      readUntil(Lsn.LATEST);
    }
  }

  void expandProcess(long id, long bound, EdgeSink sink) {
    reach(bound);
    fromProcess = true;
    changes.select(id, 0);
    rows.clear();
    readProcess(id);
    long end = Lsn.NONE;
    for (int row = 0; row < rows.count() * WIDTH; row += WIDTH) {
      long last = rows.get(row + LAST);
      if (last == Lsn.OPEN) {
        end = end == Lsn.NONE ? endOf(id) : end;
        last = Math.max(end, rows.get(row + FIRST));
      }
      if (rows.get(row + IS_OBJECT) == 0) {
        giveLink(row, bound, sink);
      } else {
        giveAccess(row, last, bound, sink);
      }
    }
  }

  void expandObject(long id, int block, int version, long bound, EdgeSink sink) {
    reach(bound);
    changes.select(0, id);
    if (slots.cuts(block) >= MANY_CUTS) {
      expandOneOfMany(id, block, version, bound, sink);
      return;
    }
    readWithEnds(id);
    for (int row = 0; row < rows.count() * WIDTH; row += WIDTH) {
      giveFromObject(rows.cells(), row, block, version, bound, sink);
    }
  }

  /**
   * Reads a version's edges from the cache, so that they can be found without reading those of all
   * versions.
   */
  private void expandOneOfMany(long id, int block, int version, long bound, EdgeSink sink) {
    SortedRows known = kept.get(id);
    if (known == null) {
      readWithEnds(id);
      known = SortedRows.of(rows, FIRST, END);
      kept.put(id, known);
    }
    long earliestEnd = isAncestors ? slots.beginOf(block, version) : bound;
    int end = known.countUpTo(isAncestors ? bound : slots.endOf(block, version) - 1);
    for (int i = known.next(0, end, earliestEnd); i >= 0; i = known.next(i + 1, end, earliestEnd)) {
      giveFromObject(known.cells(), i * WIDTH, block, version, bound, sink);
    }
  }

  private void readWithEnds(long object) {
    fromProcess = false;
    rows.clear();
    readObject(object);
    for (int row = 0; row < rows.count() * WIDTH; row += WIDTH) {
      long last = rows.get(row + LAST);
      long end = last == Lsn.OPEN ? endOf(rows.get(row + PEER)) : last;
      rows.set(row + END, Math.max(end, rows.get(row + FIRST)));
    }
  }

  private void giveAccess(int row, long last, long bound, EdgeSink sink) {
    long first = rows.get(row + FIRST);
    if (first > limit || !isInTime(first, last, bound)) {
      return;
    }
    if (isLeftOut(rows.get(row + KIND), first, sink)) {
      return;
    }
    emit(rows.cells(), row, true, boundOf(first, last, bound), farEnd(first, last), sink);
  }

  private void giveLink(int row, long bound, EdgeSink sink) {
    long lsn = rows.get(row + FIRST);
    int kind = (int) rows.get(row + KIND);
    if (lsn <= limit && (!isTimedByNear(kind) || isInTime(lsn, lsn, bound))) {
      long anyTime = isAncestors ? limit : Lsn.FIRST;
      emit(rows.cells(), row, false, isTimedByFar(kind) ? lsn : anyTime, lsn, sink);
    }
  }

  private void giveFromObject(
      long[] cells, int row, int block, int version, long bound, EdgeSink sink) {
    long first = cells[row + FIRST];
    long last = cells[row + END];
    if (first > limit
        || !isInTime(first, last, bound)
        || !isInVersion(first, last, block, version)) {
      return;
    }
    if (isLeftOut(cells[row + KIND], first, sink)) {
      return;
    }
    emit(
        cells,
        row,
        cells[row + IS_OBJECT] != 0,
        boundOf(first, last, bound),
        farEnd(first, last),
        sink);
  }

  /** Returns whether to omit a fact: code that the query omits, or a touch that changes nothing. */
  private boolean isLeftOut(long kind, long firstLsn, EdgeSink sink) {
    if (kind == CODE && !takesCode) {
      sink.hiddenCode();
      return true;
    }
    return kind == ATTRIBUTES && !changes.contains(firstLsn);
  }

  private static void emit(
      long[] cells, int row, boolean isObject, long bound, long far, EdgeSink sink) {
    sink.edge(
        isObject,
        cells[row + PEER],
        bound,
        far,
        (int) cells[row + KIND],
        cells[row + FIRST],
        cells[row + LAST],
        cells[row + COUNT],
        cells[row + BYTES],
        cells[row + FIRST_TIME],
        cells[row + LAST_TIME]);
  }

  /**
   * Returns the latest possible end of a process's interval whose end is not stored. A source may
   * report operations of a process after its exit, so the interval may begin later.
   */
  long endOf(long process) {
    return endOf(reader, process);
  }

  public static long endOf(LineageReader reader, long process) {
    ProcessInfo info = reader.process(process);
    return info == null || info.endLsn() == Lsn.OPEN ? Lsn.OPEN - 1 : info.endLsn();
  }

  /** Returns the last LSN that counts. */
  long limit() {
    return limit;
  }

  private void readProcess(long id) {
    near.accessesOfProcess(id, isAncestors ? usedModes : generatedModes, this);
    if (isAncestors) {
      reader.causesOfProcess(id, this);
    } else {
      reader.effectsOfProcess(id, this);
    }
  }

  private void readObject(long id) {
    near.accessesOfObject(id, isAncestors ? generatedModes : usedModes, this);
    if (isAncestors) {
      near.derivationsOfObject(id, this);
    } else {
      near.derivationsFromObject(id, this);
    }
  }

  /** Returns whether the LSN of an edge is one of its near end. */
  boolean isTimedByNear(int kind) {
    return kind != (isAncestors ? SENT : RECEIVED);
  }

  private boolean isTimedByFar(int kind) {
    return kind != (isAncestors ? RECEIVED : SENT);
  }

  boolean isInTime(long first, long last, long bound) {
    return isAncestors ? first <= bound : last >= bound;
  }

  /** Returns the bound with which an interval reaches its far end. */
  private long boundOf(long first, long last, long bound) {
    return isAncestors ? Math.min(last, bound) : Math.max(first, bound);
  }

  /** Returns the LSN up to which an interval extends into further versions. */
  private long farEnd(long first, long last) {
    return isAncestors ? first : Math.min(last, limit);
  }

  /** Returns whether no cut separates an interval from a version. */
  private boolean isInVersion(long first, long last, int block, int version) {
    return isAncestors
        ? last >= slots.beginOf(block, version)
        : first < slots.endOf(block, version);
  }

  /** Returns the version of an object at a bound. */
  int versionAt(int block, long bound) {
    return isAncestors ? slots.versionAt(block, bound) : slots.versionWrittenAt(block, bound);
  }

  /**
   * Returns the bound in the next version that an edge extends into, {@link Lsn#NONE} if there is
   * none. A read that began before a cut may have read the content that was cut off. A write that
   * continues after a cut belongs to the next version too.
   */
  long boundInNext(int block, int version, long farEnd) {
    if (isAncestors) {
      long cut = slots.seenFrom(block, version);
      return version > 0 && farEnd < cut ? cut - 1 : Lsn.NONE;
    }
    long cut = slots.nextBegin(block, version);
    return cut != Lsn.OPEN && cut <= farEnd ? cut : Lsn.NONE;
  }

  /** Returns the priority of a bound in the queue; the smallest comes first. */
  long priority(long bound) {
    return isAncestors ? -bound : bound;
  }

  @Override
  public void access(
      long process,
      long object,
      AccessMode mode,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    int row = rows.add();
    long[] cells = rows.cells();
    cells[row + PEER] = fromProcess ? object : process;
    cells[row + KIND] = EdgeKind.of(mode).code();
    cells[row + FIRST] = firstLsn;
    cells[row + LAST] = lastLsn;
    cells[row + COUNT] = count;
    cells[row + BYTES] = bytes;
    cells[row + FIRST_TIME] = firstNanos;
    cells[row + LAST_TIME] = lastNanos;
    cells[row + IS_OBJECT] = fromProcess ? 1 : 0;
  }

  @Override
  public void link(long effect, long cause, LinkKind kind, long lsn, long timeNanos) {
    if (takesControl || kind.flow() == Flow.DATA) {
      point(isAncestors ? cause : effect, EdgeKind.of(kind).code(), lsn, timeNanos, 0);
    }
  }

  @Override
  public void derivation(long effect, long cause, long process, long lsn, long timeNanos) {
    point(isAncestors ? cause : effect, DERIVATION, lsn, timeNanos, 1);
  }

  private void point(long peer, int kind, long lsn, long timeNanos, int isObject) {
    int row = rows.add();
    long[] cells = rows.cells();
    cells[row + PEER] = peer;
    cells[row + KIND] = kind;
    cells[row + FIRST] = lsn;
    cells[row + LAST] = lsn;
    cells[row + COUNT] = 1;
    cells[row + BYTES] = 0;
    cells[row + FIRST_TIME] = timeNanos;
    cells[row + LAST_TIME] = timeNanos;
    cells[row + IS_OBJECT] = isObject;
  }

  int memory() {
    return rows.memory() + kept.memory();
  }
}
