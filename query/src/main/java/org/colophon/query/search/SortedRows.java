// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Rows of intervals, sorted by their begins. A tree finds the rows that overlap a range without
 * reading the others. A leaf of the tree is the end of a row. An inner node is the latest end below
 * it. Node 1 is the root.
 */
final class SortedRows {
  private final long[] cells;
  private final int width;
  private final int first;
  private final long[] latest;

  private SortedRows(long[] cells, int width, int first, int end) {
    this.cells = cells;
    this.width = width;
    this.first = first;
    int leaves = Math.max(1, Integer.highestOneBit(Math.max(1, count() - 1)) * 2);
    this.latest = new long[2 * leaves];
    Arrays.fill(latest, Long.MIN_VALUE);
    for (int i = 0; i < count(); i++) {
      latest[leaves + i] = cells[i * width + end];
    }
    for (int node = leaves - 1; node > 0; node--) {
      latest[node] = Math.max(latest[2 * node], latest[2 * node + 1]);
    }
  }

  /**
   * Returns a sorted copy of a table.
   *
   * @param first the column with the start of a row's interval
   * @param end the column with the end of a row's interval
   */
  static SortedRows of(Rows rows, int first, int end) {
    int width = rows.width();
    long[] from = rows.cells();
    int[] order =
        IntStream.range(0, rows.count())
            .boxed()
            .sorted(Comparator.comparingLong(row -> from[row * width + first]))
            .mapToInt(Integer::intValue)
            .toArray();
    long[] sorted = new long[order.length * width];
    for (int i = 0; i < order.length; i++) {
      System.arraycopy(from, order[i] * width, sorted, i * width, width);
    }
    return new SortedRows(sorted, width, first, end);
  }

  private int count() {
    return cells.length / width;
  }

  long[] cells() {
    return cells;
  }

  int countUpTo(long lsn) {
    int low = 0;
    int high = count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cells[middle * width + first] <= lsn) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the first row in a range of rows that ends at or after an LSN, or -1. */
  int next(int from, int before, long lsn) {
    int leaves = latest.length / 2;
    int node = from < before ? leaves + from : 0;
    while (node > 0 && latest[node] < lsn) {
      while ((node & 1) == 1) {
        node >>= 1;
      }
      node += node == 0 ? 0 : 1;
    }
    if (node == 0) {
      return -1;
    }
    while (node < leaves) {
      node = latest[2 * node] >= lsn ? 2 * node : 2 * node + 1;
    }
    return node - leaves < before ? node - leaves : -1;
  }

  int memory() {
    return cells.length + latest.length;
  }
}
