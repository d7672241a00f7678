// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.bytes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.spi.storage.HistorySource;

/** Writes to an object, with the origins of their bytes. */
final class WrittenBytes {
  /** LSNs at which content was cut off, in ascending order. */
  private final List<Long> cuts = new ArrayList<>();

  private final List<Write> writes = new ArrayList<>();

  /** True if no write replaces bytes of another, so that writes can be searched by offset. */
  private boolean isRising = true;

  /** Consecutive bytes of a single write. */
  record Write(long lsn, long process, long offset, long end, ByteMap map) {}

  /** Bytes of a write that no later write has replaced. */
  record Visible(long from, long to, Write write) {}

  WrittenBytes(HistorySource reader, long object) {
    for (ExtendedRecord record : reader.extendedRecords(0, object)) {
      if (record.type().equals(ByteMap.TYPE)) {
        ByteMap map = ByteMap.decode(record.data());
        long length = map.segments().stream().mapToLong(ByteMap.Segment::length).sum();
        isRising &= writes.isEmpty() || writes.get(writes.size() - 1).end <= map.offset();
        long end = map.offset() + length;
        writes.add(new Write(record.lsn(), record.process(), map.offset(), end, map));
      }
    }
    if (!writes.isEmpty()) {
      reader.cuts(object, (process, beginLsn, endLsn, time) -> cuts.add(endLsn));
      isRising &= cuts.isEmpty();
    }
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /** Returns the end of the highest range as of an LSN; 0 if nothing was written. */
  long end(long asOfLsn) {
    long begin = begin(asOfLsn);
    return writes.stream()
        .filter(write -> write.lsn > begin && write.lsn <= asOfLsn)
        .mapToLong(Write::end)
        .max()
        .orElse(0);
  }

  /** Returns the last cut as of an LSN. */
  private long begin(long asOfLsn) {
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
    collect(from, to, writes.size() - 1, begin(asOfLsn), asOfLsn, found);
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
  private void collect(
      long from, long to, int last, long beginLsn, long asOfLsn, List<Visible> found) {
    int index = last;
    long start = from;
    while (index >= 0 && start < to) {
      Write write = writes.get(index--);
      if (write.lsn > asOfLsn || write.end <= start || write.offset >= to) {
        continue;
      }
      if (write.lsn <= beginLsn) {
        return;
      }
      long first = Math.max(start, write.offset);
      long end = Math.min(to, write.end);
      found.add(new Visible(first, end, write));
      collect(start, first, index, beginLsn, asOfLsn, found);
      start = end;
    }
  }
}
