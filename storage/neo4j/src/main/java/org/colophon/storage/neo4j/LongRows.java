package org.colophon.storage.neo4j;

import java.util.Arrays;

/** Numbers, one after the other, while it is not known how many there will be. One thread. */
final class LongRows {
  private static final long[] NONE = new long[0];

  private long[] cells = new long[16];
  private int size;

  void add(long cell) {
    if (size == cells.length) {
      cells = Arrays.copyOf(cells, 2 * size);
    }
    cells[size++] = cell;
  }

  long[] toArray() {
    return size == 0 ? NONE : Arrays.copyOf(cells, size);
  }
}
