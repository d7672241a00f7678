// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.Arrays;

/**
 * Priority queue of edges to follow, as a binary heap of table rows, without an object for each
 * edge. A row has a priority, a tie breaker, and the edge's fields that {@link LineageSearch}
 * needs. Rows are ordered by priority, then tie breaker, node and fact. So the order does not
 * depend on the order in which a store returns facts.
 */
final class EdgeQueue {
  static final int PRIORITY = 0;
  static final int TIE = 1;
  static final int IS_OBJECT = 2;
  static final int ID = 3;
  static final int BOUND = 4;
  static final int FAR = 5;
  static final int KIND = 6;
  static final int FROM = 7;
  static final int STEPS = 8;
  static final int EXPANSION = 9;
  static final int FIRST = 10;
  static final int LAST = 11;
  static final int COUNT = 12;
  static final int BYTES = 13;
  static final int FIRST_TIME = 14;
  static final int LAST_TIME = 15;
  static final int WIDTH = 16;

  private static final int[] ORDER = {TIE, IS_OBJECT, ID, KIND, FIRST, LAST, COUNT};

  private final Rows rows = new Rows(WIDTH, 64);
  private int[] heap = new int[64];
  private int size;
  private int[] free = new int[64];
  private int freeCount;

  void clear() {
    rows.clear();
    size = 0;
    freeCount = 0;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns a new row. The caller fills the row and calls {@link #push}. */
  int row() {
    return freeCount > 0 ? free[--freeCount] : rows.add();
  }

  /** Returns the cells of the table, valid until the next {@link #row}. */
  long[] cells() {
    return rows.cells();
  }

  void push(int row) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!isBefore(row, heap[parent])) {
        break;
      }
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = row;
  }

  /** Removes and returns the first row. Its cells remain valid until {@link #release}. */
  int pop() {
    int first = heap[0];
    int last = heap[--size];
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], last)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }

  void release(int row) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = row;
  }

  private boolean isBefore(int a, int b) {
    long[] cells = rows.cells();
    long pa = cells[a + PRIORITY];
    long pb = cells[b + PRIORITY];
    return pa < pb || (pa == pb && isBeforeAtOnePriority(cells, a, b));
  }

  private static boolean isBeforeAtOnePriority(long[] cells, int a, int b) {
    for (int cell : ORDER) {
      long ofA = cells[a + cell];
      long ofB = cells[b + cell];
      if (ofA != ofB) {
        return ofA < ofB;
      }
    }
    return false;
  }

  int memory() {
    return rows.memory() + heap.length + free.length;
  }
}
