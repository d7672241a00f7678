package org.colophon.storage.neo4j.facts;

import java.util.Arrays;

/** A growing array of numbers. One thread. */
public final class LongRows {
  private static final long[] NONE = new long[0];

  private long[] cells = new long[16];
  private int size;

  public void add(long cell) {
    if (size == cells.length) {
      cells = Arrays.copyOf(cells, 2 * size);
    }
    cells[size++] = cell;
  }

  public long[] toArray() {
    return size == 0 ? NONE : Arrays.copyOf(cells, size);
  }
}
