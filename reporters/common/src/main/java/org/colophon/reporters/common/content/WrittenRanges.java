// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.content;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.bytes.ByteMap.Segment;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Disjoint ranges of one object that programs have written since the last report. Adjacent ranges
 * of one program are one. One thread.
 */
public final class WrittenRanges {
  /** Maximum number of ranges. */
  public static final int MAX = 256;

  private static final int INITIAL = 2;

  /** Begin, end and process of each range, in ascending order. */
  private long[] froms = new long[INITIAL];

  private long[] tos = new long[INITIAL];
  private long[] processes = new long[INITIAL];
  private int count;

  /**
   * Adds a range. Returns false, without effect, if the ranges must be reported first: another
   * program has written a part of it, or there are too many.
   *
   * @param process 0 if unknown
   * @param to exclusive; greater than {@code from}
   */
  public boolean add(long process, long from, long to) {
    int first = firstTouched(process, from);
    int next = first;
    long begin = from;
    long end = to;
    while (next < count && froms[next] <= end) {
      if (processes[next] != process) {
        if (froms[next] < end) {
          return false;
        }
        break;
      }
      begin = Math.min(begin, froms[next]);
      end = Math.max(end, tos[next++]);
    }
    if (next == first && !makeRoom(first)) {
      return false;
    }
    froms[first] = begin;
    tos[first] = end;
    processes[first] = process;
    remove(first + 1, next);
    return true;
  }

  /** Returns the index of the first range that a range would overlap or continue. */
  private int firstTouched(long process, long from) {
    int low = 0;
    int high = count;
    if (count > 0 && tos[count - 1] <= from) {
      low = count - 1; // usual: the file grows
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tos[middle] < from || (tos[middle] == from && processes[middle] != process)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean makeRoom(int at) {
    if (count == MAX) {
      return false;
    }
    if (count == froms.length) {
      froms = Arrays.copyOf(froms, 2 * count);
      tos = Arrays.copyOf(tos, 2 * count);
      processes = Arrays.copyOf(processes, 2 * count);
    }
    move(at, at + 1);
    count++;
    return true;
  }

  private void remove(int from, int to) {
    if (from < to) {
      move(to, from);
      count -= to - from;
    }
  }

  /** Moves the ranges from an index on to another. */
  private void move(int from, int to) {
    System.arraycopy(froms, from, froms, to, count - from);
    System.arraycopy(tos, from, tos, to, count - from);
    System.arraycopy(processes, from, processes, to, count - from);
  }

  /** Reports and removes all ranges, with a record for each process. */
  public void report(long object, OperationSink sink) {
    for (int i = 0; i < count; i++) {
      if (isFirstOfProcess(i)) {
        sink.extend(processes[i], object, ByteMap.RANGES, rangesOf(processes[i], i), 0);
      }
    }
    count = 0;
  }

  private boolean isFirstOfProcess(int index) {
    for (int i = 0; i < index; i++) {
      if (processes[i] == processes[index]) {
        return false;
      }
    }
    return true;
  }

  private Bytes rangesOf(long process, int first) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (int i = first; i < count; i++) {
      if (processes[i] == process) {
        Segment written = Segment.unknown(tos[i] - froms[i]);
        data.writeBytes(new ByteMap(froms[i], List.of(written)).encode().data().toArray());
      }
    }
    return Bytes.wrap(data.toByteArray());
  }
}
