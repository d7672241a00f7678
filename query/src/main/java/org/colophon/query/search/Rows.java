// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.Arrays;

/** A growing table of longs. Reuses its rows after {@link #clear}. */
final class Rows {
  private final int width;
  private long[] cells;
  private int used;

  Rows(int width, int capacity) {
    this.width = width;
    this.cells = new long[width * capacity];
  }

  void clear() {
    used = 0;
  }

  int width() {
    return width;
  }

  int count() {
    return used / width;
  }

  int add() {
    int at = used;
    used += width;
    if (used > cells.length) {
      cells = Arrays.copyOf(cells, 2 * cells.length);
    }
    return at;
  }

  long get(int at) {
    return cells[at];
  }

  void set(int at, long value) {
    cells[at] = value;
  }

  /** Returns the array of all cells, valid until the next {@link #add}. */
  long[] cells() {
    return cells;
  }

  int memory() {
    return cells.length;
  }
}
