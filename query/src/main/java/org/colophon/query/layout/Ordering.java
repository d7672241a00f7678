// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

import java.util.Arrays;

/**
 * Sorts the items of each column by the mean position of their neighbours, in alternate sweeps to
 * the right and to the left. This is the barycentre method of Sugiyama et al. The result is the
 * order with the fewest crossings.
 */
final class Ordering {
  private static final int MAX_SWEEPS = 8;

  /** Number of consecutive sweeps without improvement that ends the search. */
  private static final int MAX_WORSE = 2;

  private final Columns columns;
  private final int[] places;

  Ordering(Columns columns) {
    this.columns = columns;
    this.places = new int[columns.size()];
    for (int column = 0; column < columns.count(); column++) {
      number(column);
    }
  }

  /** Sorts the columns in place and returns the remaining number of crossings. */
  long sort() {
    long best = crossings();
    int[][] bestItems = copy();
    int worse = 0;
    for (int sweep = 0; sweep < MAX_SWEEPS && worse < MAX_WORSE && best > 0; sweep++) {
      sweep(sweep % 2 == 0);
      long found = crossings();
      worse = found < best ? 0 : worse + 1;
      if (found < best) {
        best = found;
        bestItems = copy();
      }
    }
    for (int column = 0; column < columns.count(); column++) {
      System.arraycopy(bestItems[column], 0, columns.items(column), 0, bestItems[column].length);
    }
    return best;
  }

  private int[][] copy() {
    int[][] copy = new int[columns.count()][];
    Arrays.setAll(copy, column -> columns.items(column).clone());
    return copy;
  }

  private void number(int column) {
    int[] items = columns.items(column);
    for (int i = 0; i < items.length; i++) {
      places[items[i]] = i;
    }
  }

  private void sweep(boolean isRightwards) {
    int last = columns.count() - 1;
    for (int i = 1; i <= last; i++) {
      sortColumn(isRightwards ? i : last - i, isRightwards ? columns.left() : columns.right());
    }
  }

  private void sortColumn(int column, Adjacency neighbours) {
    int[] items = columns.items(column);
    long[] keys = new long[items.length];
    for (int i = 0; i < items.length; i++) {
      double mean = mean(items[i], i, items.length, neighbours);
      keys[i] = (long) (mean * Integer.MAX_VALUE) << 32 | i;
    }
    Arrays.sort(keys);
    int[] before = items.clone();
    for (int i = 0; i < items.length; i++) {
      items[i] = before[(int) keys[i]];
    }
    number(column);
  }

  /**
   * Returns the mean position of an item's neighbours, between 0 and 1. Without neighbours, returns
   * the item's own position.
   */
  private double mean(int item, int place, int size, Adjacency neighbours) {
    if (neighbours.count(item) == 0) {
      return (place + 0.5) / size;
    }
    long sum = 0;
    for (int i = neighbours.begin(item); i < neighbours.end(item); i++) {
      sum += places[neighbours.value(i)];
    }
    int column = columns.column(neighbours.value(neighbours.begin(item)));
    return (sum / (double) neighbours.count(item) + 0.5) / columns.items(column).length;
  }

  /** Counts the pairs of segments that cross. */
  long crossings() {
    long sum = 0;
    for (int column = 0; column + 1 < columns.count(); column++) {
      sum += crossings(columns.items(column), columns.items(column + 1).length);
    }
    return sum;
  }

  /**
   * Counts the crossings. From top to bottom, counts for each segment the earlier segments that end
   * below it.
   */
  private long crossings(int[] items, int rightCount) {
    int[] tree = new int[rightCount + 1];
    int seen = 0;
    long sum = 0;
    for (int item : items) {
      Adjacency right = columns.right();
      for (int i = right.begin(item); i < right.end(item); i++) {
        sum += seen - countUpTo(tree, places[right.value(i)] + 1);
      }
      for (int i = right.begin(item); i < right.end(item); i++) {
        add(tree, places[right.value(i)] + 1);
        seen++;
      }
    }
    return sum;
  }

  /** Returns a prefix sum of a Fenwick tree. */
  private static int countUpTo(int[] tree, int place) {
    int sum = 0;
    for (int i = place; i > 0; i &= i - 1) {
      sum += tree[i];
    }
    return sum;
  }

  private static void add(int[] tree, int place) {
    for (int i = place; i < tree.length; i += i & -i) {
      tree[i]++;
    }
  }
}
