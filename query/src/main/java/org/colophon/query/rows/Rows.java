package org.colophon.query.rows;

import java.util.Arrays;

/** A growing table of longs; rows are reused after {@link #clear}. */
public final class Rows {
  private final int width;
  private long[] cells;
  private int used;

  public Rows(int width, int capacity) {
    this.width = width;
    this.cells = new long[width * capacity];
  }

  public void clear() {
    used = 0;
  }

  public int width() {
    return width;
  }

  public int count() {
    return used / width;
  }

  /** Adds a row and answers where its first cell is. */
  public int add() {
    int at = used;
    used += width;
    if (used > cells.length) {
      cells = Arrays.copyOf(cells, 2 * cells.length);
    }
    return at;
  }

  public long get(int at) {
    return cells[at];
  }

  public void set(int at, long value) {
    cells[at] = value;
  }

  /** The cells themselves, valid until the next {@link #add}. */
  public long[] cells() {
    return cells;
  }

  public int memory() {
    return cells.length;
  }
}
