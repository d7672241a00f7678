// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.LongArrayList;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.retention.rule.PlaceholderEdge;
import org.colophon.core.retention.rule.RetentionDecision;
import org.colophon.core.spi.storage.AttributeChanges;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.visitor.AccessVisitor;

/**
 * Losses of one object, and the marks that replace them. A removed change of attributes gets the
 * same mark as a change of a name. Removed writers become one mark if no kept write is between
 * them, since a mark must not extend into a complete version. Removed readers become one mark for
 * each mode. One thread; holds one object at a time.
 */
final class ObjectLosses implements AccessVisitor {
  private final LineageReader reader;
  private final RetentionDecision decision;
  private final Map<AccessMode, List<PlaceholderEdge>> writers = new EnumMap<>(AccessMode.class);
  private final Map<AccessMode, PlaceholderEdge> readers = new EnumMap<>(AccessMode.class);
  private final LongArrayList keptBegins = new LongArrayList();
  private final List<PlaceholderEdge> lostTouches = new ArrayList<>();
  private final AttributeChanges changes;

  ObjectLosses(LineageReader reader, RetentionDecision decision) {
    this.reader = reader;
    this.decision = decision;
    this.changes = new AttributeChanges(reader);
  }

  List<PlaceholderEdge> marksOf(long object) {
    writers.clear();
    readers.clear();
    keptBegins.clear();
    lostTouches.clear();
    reader.accessesOfObject(object, AccessMode.ALL, this);
    changes.select(0, object);
    lostTouches.stream().filter(each -> changes.contains(each.first())).forEach(this::add);
    reader.derivationsOfObject(
        object, (effect, cause, process, lsn, nanos) -> derivation(true, effect, lsn, nanos));
    reader.derivationsFromObject(
        object, (effect, cause, process, lsn, nanos) -> derivation(false, effect, lsn, nanos));
    List<PlaceholderEdge> marks = new ArrayList<>(readers.values());
    keptBegins.sort(Long::compare);
    writers.values().forEach(lost -> merge(object, lost, marks));
    return marks;
  }

  @Override
  public void access(
      long process,
      long object,
      AccessMode mode,
      long first,
      long last,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    if (mode == AccessMode.AGENT) {
      return;
    }
    boolean isTouch = mode == AccessMode.TOUCH;
    boolean isPast = mode == AccessMode.WRITE || mode == AccessMode.NAME || isTouch;
    long endLsn = last == Lsn.OPEN || mode == AccessMode.CODE ? endOf(process) : Lsn.OPEN;
    if (!decision.keeps(process, endLsn, object, mode, first, last)) {
      long end = last == Lsn.OPEN ? Math.max(first, endLsn) : last;
      AccessMode shown = isTouch ? AccessMode.NAME : mode;
      PlaceholderEdge mark =
          new PlaceholderEdge(
              isPast, shown, first, end, Math.max(1, count), bytes, firstNanos, lastNanos);
      if (isTouch) {
        lostTouches.add(mark);
      } else {
        add(mark);
      }
    } else if (isPast) {
      keptBegins.addLong(first);
    }
  }

  private long endOf(long process) {
    return RetentionDecision.endOf(reader.process(process));
  }

  private void derivation(boolean isPast, long effect, long lsn, long nanos) {
    if (!decision.keepsDerivation(effect, lsn)) {
      AccessMode mode = isPast ? AccessMode.WRITE : AccessMode.READ;
      add(new PlaceholderEdge(isPast, mode, lsn, lsn, 1, 0, nanos, nanos));
    } else if (isPast) {
      keptBegins.addLong(lsn);
    }
  }

  private void add(PlaceholderEdge mark) {
    if (mark.isPast()) {
      writers.computeIfAbsent(mark.mode(), mode -> new ArrayList<>()).add(mark);
    } else {
      readers.merge(mark.mode(), mark, PlaceholderEdge::with);
    }
  }

  private void merge(long object, List<PlaceholderEdge> lostEdges, List<PlaceholderEdge> marks) {
    lostEdges.sort(Comparator.comparingLong(PlaceholderEdge::first));
    PlaceholderEdge run = null;
    for (PlaceholderEdge next : lostEdges) {
      if (run != null && isNothingBetween(object, run, next)) {
        run = run.with(next);
      } else {
        if (run != null) {
          marks.add(run);
        }
        run = next;
      }
    }
    marks.add(run);
  }

  private boolean isNothingBetween(long object, PlaceholderEdge run, PlaceholderEdge next) {
    long last = Math.max(run.last(), next.last());
    return run.first() == next.first()
        || (!decision.reach().covers(object, run.first(), last)
            && !isAnyKept(run.first(), next.first()));
  }

  private boolean isAnyKept(long from, long to) {
    int low = 0;
    int high = keptBegins.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keptBegins.getLong(middle) < from) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < keptBegins.size() && keptBegins.getLong(low) <= to;
  }
}
