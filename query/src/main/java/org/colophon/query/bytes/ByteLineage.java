// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.bytes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.bytes.ByteMap.Origin;
import org.colophon.core.spi.storage.HistorySource;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Follows bytes back to the objects in which they first appear. Each step leads from a write to
 * earlier reads of the same program. One thread.
 */
public final class ByteLineage {
  private static final int MAX_STEPS = 256;

  private final HistorySource reader;
  private final int maxOrigins;
  private final Map<Long, WrittenBytes> objects = new HashMap<>();
  private final Map<Long, Long> lastWrites = new HashMap<>();

  /**
   * Constructs a search in a source.
   *
   * @param maxOrigins maximum number of origins, counted before adjacent ones are joined
   */
  public ByteLineage(HistorySource reader, int maxOrigins) {
    this.reader = reader;
    this.maxOrigins = maxOrigins;
  }

  /** Returns whether the origins of any bytes of an object are known. */
  public boolean isKnown(long object) {
    return !written(object).isEmpty();
  }

  /** Returns the end offset of the bytes with known origin, as of an LSN. */
  public long end(long object, long asOfLsn) {
    return written(object).end(asOfLsn);
  }

  /**
   * Returns the origins of a range, in order. Omits bytes that no recorded program wrote.
   *
   * @param to exclusive
   * @throws ColophonException LIMIT_REACHED if there are too many origins
   */
  public List<ByteOrigin> origins(long object, long from, long to, long asOfLsn) {
    List<ByteOrigin> found = new ArrayList<>();
    for (WrittenBytes.Visible part : written(object).visible(from, to, asOfLsn)) {
      int first = found.size();
      follow(part, MAX_STEPS, found);
      found.subList(first, found.size()).replaceAll(each -> each.by(part.write().process()));
    }
    return joined(found);
  }

  /**
   * Returns the processes that wrote to an object's version as of an LSN, although their last
   * ranges were not recorded, or not yet.
   */
  Set<Long> incompleteWriters(LineageReader facts, long object, long asOfLsn) {
    long begin = written(object).begin(asOfLsn);
    Map<Long, Long> ranges = written(object).lastRanges(asOfLsn);
    Set<Long> found = new TreeSet<>();
    facts.accessesOfObject(
        object,
        AccessMode.WRITE.bit(),
        (process, id, mode, first, last, count, size, firstNanos, lastNanos) -> {
          if (first <= asOfLsn && last > begin && last > ranges.getOrDefault(process, Lsn.NONE)) {
            found.add(process);
          }
        });
    return found;
  }

  /**
   * Returns the LSN of the last write of unknown bytes by a process, among the writes that were
   * followed so far.
   */
  long lastUnknownWrite(long process) {
    return lastWrites.getOrDefault(process, Lsn.NONE);
  }

  private WrittenBytes written(long object) {
    return objects.computeIfAbsent(object, id -> new WrittenBytes(reader, id));
  }

  /** Adds the origins of a range of a write. */
  private void follow(WrittenBytes.Visible part, int steps, List<ByteOrigin> found) {
    long at = part.write().offset();
    for (ByteMap.Segment segment : part.write().map().segments()) {
      long from = Math.max(at, part.from());
      long to = Math.min(at + segment.length(), part.to());
      if (from < to) {
        follow(segment, from - at, from, to - from, part.write(), steps, found);
      }
      at += segment.length();
    }
  }

  private void follow(
      ByteMap.Segment segment,
      long skipped,
      long offset,
      long length,
      WrittenBytes.Write write,
      int steps,
      List<ByteOrigin> found) {
    switch (segment.origin()) {
      case COPIED -> {
        ByteMap.Part input = segment.parts().get(0);
        long from = input.offset() + skipped;
        ofInput(input.object(), from, length, write.lsn() - 1, steps)
            .forEach(origin -> add(origin.movedBy(offset - from), found));
      }
      case COMPUTED -> add(computed(segment, offset, length, write, steps), found);
      case LITERAL -> add(ByteOrigin.of(offset, length, Origin.LITERAL, List.of()), found);
      case UNKNOWN -> add(unknown(offset, length, write), found);
    }
  }

  /** Returns the origin of computed bytes. It is unknown if one of the inputs is. */
  private ByteOrigin computed(
      ByteMap.Segment segment, long offset, long length, WrittenBytes.Write write, int steps) {
    List<ByteMap.Part> inputs = new ArrayList<>();
    for (ByteMap.Part input : segment.parts()) {
      for (ByteOrigin origin :
          ofInput(input.object(), input.offset(), input.length(), write.lsn() - 1, steps)) {
        if (origin.how() == Origin.UNKNOWN) {
          return unknown(offset, length, write);
        }
        inputs.addAll(origin.inputs());
      }
    }
    return ByteOrigin.of(offset, length, Origin.COMPUTED, joinAdjacent(inputs));
  }

  private ByteOrigin unknown(long offset, long length, WrittenBytes.Write write) {
    lastWrites.merge(write.process(), write.lsn(), Math::max);
    return ByteOrigin.unknown(offset, length, write.process());
  }

  private void add(ByteOrigin origin, List<ByteOrigin> found) {
    if (found.size() >= maxOrigins) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "more than "
              + maxOrigins
              + " ranges have origins of their own; query a part: FILE@bytes=0-4096");
    }
    found.add(origin);
  }

  /**
   * Returns the origins of a range of an input. A range without a known origin is its own origin,
   * also if its writer is known. So is a literal one: an input of the program that copied it may
   * have selected it.
   */
  private List<ByteOrigin> ofInput(long object, long offset, long length, long asOfLsn, int steps) {
    List<ByteOrigin> found = new ArrayList<>();
    long at = offset;
    long end = offset + length;
    if (steps > 0) {
      for (WrittenBytes.Visible part : written(object).visible(offset, end, asOfLsn)) {
        if (!part.write().hasWriterOnly()) {
          addOwn(object, at, part.from(), found);
          follow(part, steps - 1, found);
          at = part.to();
        }
      }
    }
    addOwn(object, at, end, found);
    found.replaceAll(
        each ->
            each.how() == Origin.LITERAL
                ? ByteOrigin.copied(
                    each.offset(), new ByteMap.Part(object, each.offset(), each.length()))
                : each);
    return found;
  }

  private void addOwn(long object, long from, long to, List<ByteOrigin> found) {
    if (from < to) {
      add(ByteOrigin.copied(from, new ByteMap.Part(object, from, to - from)), found);
    }
  }

  private static List<ByteOrigin> joined(List<ByteOrigin> origins) {
    List<ByteOrigin> all = new ArrayList<>();
    for (ByteOrigin next : origins) {
      int last = all.size() - 1;
      if (last >= 0 && next.continues(all.get(last))) {
        all.set(last, all.get(last).with(next));
      } else {
        all.add(next);
      }
    }
    return all;
  }

  /** Sorts ranges and joins the adjacent ones. */
  private static List<ByteMap.Part> joinAdjacent(List<ByteMap.Part> parts) {
    List<ByteMap.Part> sorted = new ArrayList<>(parts);
    sorted.sort(
        Comparator.comparingLong(ByteMap.Part::object).thenComparingLong(ByteMap.Part::offset));
    List<ByteMap.Part> all = new ArrayList<>();
    for (ByteMap.Part next : sorted) {
      ByteMap.Part last = all.isEmpty() ? null : all.get(all.size() - 1);
      if (last != null
          && last.object() == next.object()
          && next.offset() <= last.offset() + last.length()) {
        long end = Math.max(last.offset() + last.length(), next.offset() + next.length());
        all.set(
            all.size() - 1, new ByteMap.Part(last.object(), last.offset(), end - last.offset()));
      } else {
        all.add(next);
      }
    }
    return all;
  }
}
