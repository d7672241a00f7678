// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.bytes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.bytes.ByteMap.Origin;
import org.colophon.core.spi.storage.HistorySource;

/** Writes to an object, with the origins of their bytes. */
final class WrittenBytes {
  /** LSNs at which content was cut off, in ascending order. */
  private final List<Long> cuts = new ArrayList<>();

  private final List<Write> writes = new ArrayList<>();

  /** Processes whose bytes were followed, so that their mere ranges are redundant. */
  private final Set<Long> followed = new HashSet<>();

  /** True if no write replaces bytes of another, so that writes can be searched by offset. */
  private boolean isRising = true;

  /**
   * Consecutive bytes of a single write, or a truncation at an offset, which has no end.
   *
   * @param isRange whether only the range was recorded, so that it says nothing of inputs
   */
  record Write(long lsn, long process, long offset, long end, ByteMap map, boolean isRange) {
    static Write of(ExtendedRecord record, ByteMap map) {
      long length = map.segments().stream().mapToLong(ByteMap.Segment::length).sum();
      long end = map.segments().isEmpty() ? Long.MAX_VALUE : map.offset() + length;
      boolean isRange = record.type().equals(ByteMap.RANGES);
      return new Write(record.lsn(), record.process(), map.offset(), end, map, isRange);
    }

    boolean isTruncation() {
      return map.segments().isEmpty();
    }

    /** Returns whether this stands for writes at unknown offsets. */
    boolean isSomewhere() {
      return offset == end;
    }

    /** Returns whether the inputs of the bytes are not known, but only their writer. */
    boolean hasWriterOnly() {
      return isRange && map.segments().get(0).origin() == Origin.UNKNOWN;
    }
  }

  /** Bytes of a write that no later write has replaced. */
  record Visible(long from, long to, Write write) {}

  WrittenBytes(HistorySource reader, long object) {
    List<ExtendedRecord> records = reader.extendedRecords(0, object);
    records.stream()
        .filter(record -> record.type().equals(ByteMap.TYPE))
        .forEach(record -> followed.add(record.process()));
    for (ExtendedRecord record : records) {
      if (record.type().equals(ByteMap.TYPE) || record.type().equals(ByteMap.RANGES)) {
        ByteMap.decode(record.data()).forEach(map -> add(Write.of(record, map)));
      }
    }
    if (!writes.isEmpty()) {
      reader.cuts(object, (process, beginLsn, endLsn, time) -> cuts.add(endLsn));
      isRising &= cuts.isEmpty();
    }
  }

  private void add(Write write) {
    if (!write.isRange || write.isTruncation() || !followed.contains(write.process)) {
      isRising &= writes.isEmpty() || writes.get(writes.size() - 1).end <= write.offset;
      isRising &= !write.isTruncation();
      writes.add(write);
    }
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /**
   * Returns the LSNs of the last ranges of each process as of an LSN; {@link Lsn#OPEN} if every
   * write was followed, {@link Lsn#NONE} if it wrote some bytes at an unknown offset.
   */
  Map<Long, Long> lastRanges(long asOfLsn) {
    long begin = begin(asOfLsn);
    Map<Long, Long> last = new HashMap<>();
    for (Write write : writes) {
      if (write.lsn > begin && write.lsn <= asOfLsn) {
        boolean isPlaced = last.getOrDefault(write.process, Lsn.OPEN) != Lsn.NONE;
        last.put(write.process, isPlaced && !write.isSomewhere() ? write.lsn : Lsn.NONE);
      }
    }
    followed.forEach(process -> last.put(process, Lsn.OPEN));
    return last;
  }

  /** Returns the end of the highest range as of an LSN; 0 if nothing was written. */
  long end(long asOfLsn) {
    long begin = begin(asOfLsn);
    long end = 0;
    long limit = Long.MAX_VALUE;
    for (int i = writes.size() - 1; i >= 0 && writes.get(i).lsn > begin; i--) {
      Write write = writes.get(i);
      if (write.lsn <= asOfLsn && write.isTruncation()) {
        limit = Math.min(limit, write.offset);
      } else if (write.lsn <= asOfLsn) {
        end = Math.max(end, Math.min(limit, write.end));
      }
    }
    return end;
  }

  /** Returns the last cut as of an LSN. */
  long begin(long asOfLsn) {
    return cuts.stream().mapToLong(Long::longValue).filter(lsn -> lsn <= asOfLsn).max().orElse(0);
  }

  /** Returns the visible parts of a range as of an LSN, in order. */
  List<Visible> visible(long from, long to, long asOfLsn) {
    List<Visible> found = new ArrayList<>();
    if (isRising) {
      for (int i = firstBehind(from); i < writes.size() && writes.get(i).offset < to; i++) {
        Write write = writes.get(i);
        if (write.lsn <= asOfLsn) {
          found.add(new Visible(Math.max(from, write.offset), Math.min(to, write.end), write));
        }
      }
      return found;
    }
    collect(from, to, asOfLsn, found);
    found.sort(Comparator.comparingLong(Visible::from));
    return found;
  }

  /** Returns the index of the first write that ends after an offset. */
  private int firstBehind(long offset) {
    int low = 0;
    int high = writes.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (writes.get(middle).end <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Collects visible ranges. Each byte belongs to the last write that contains it. */
  private void collect(long from, long to, long asOfLsn, List<Visible> found) {
    long begin = begin(asOfLsn);
    NavigableMap<Long, Long> open = new TreeMap<>(); // ends of the open ranges, by begin
    if (from < to) {
      open.put(from, to);
    }
    for (int i = writes.size() - 1; i >= 0 && writes.get(i).lsn > begin && !open.isEmpty(); i--) {
      if (writes.get(i).lsn <= asOfLsn) {
        take(writes.get(i), open, found);
      }
    }
  }

  /** Moves what a write contains from the open ranges to the found ones. */
  private static void take(Write write, NavigableMap<Long, Long> open, List<Visible> found) {
    Map.Entry<Long, Long> next = open.lowerEntry(write.end);
    while (next != null && next.getValue() > write.offset) {
      long first = Math.max(next.getKey(), write.offset);
      long end = Math.min(next.getValue(), write.end);
      open.remove(next.getKey());
      if (next.getKey() < first) {
        open.put(next.getKey(), first);
      }
      if (end < next.getValue()) {
        open.put(end, next.getValue());
      }
      if (!write.isTruncation()) {
        found.add(new Visible(first, end, write));
      }
      next = open.lowerEntry(first);
    }
  }
}
