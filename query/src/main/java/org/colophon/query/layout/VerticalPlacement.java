// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

/**
 * Computes the vertical positions of items. Each is as near to the mean of its neighbours as the
 * order in its column allows. The least-squares solution for one column is an isotonic regression.
 */
final class VerticalPlacement {
  private static final int ROUNDS = 3;

  private final Columns columns;
  private final double[] centers;
  private final int height;

  VerticalPlacement(Columns columns) {
    this.columns = columns;
    this.centers = new double[columns.size()];
    int highest = 0;
    for (int column = 0; column < columns.count(); column++) {
      highest = Math.max(highest, height(column));
    }
    this.height = highest;
    for (int column = 0; column < columns.count(); column++) {
      stack(column);
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int column = 1; column < columns.count(); column++) {
        align(column, round == 0, true);
      }
      for (int column = columns.count() - 2; column >= 0; column--) {
        align(column, true, round == 0);
      }
    }
  }

  private int height(int column) {
    int sum = 0;
    for (int item : columns.items(column)) {
      sum += columns.height(item);
    }
    return sum;
  }

  private void stack(int column) {
    double y = (height - height(column)) / 2.0;
    for (int item : columns.items(column)) {
      centers[item] = y + columns.height(item) / 2.0;
      y += columns.height(item);
    }
  }

  /** Moves a column's items towards their neighbours. Preserves their order and avoids overlaps. */
  private void align(int column, boolean usesRight, boolean usesLeft) {
    int[] items = columns.items(column);
    double[] sums = new double[items.length];
    int[] counts = new int[items.length];
    int blocks = 0;
    int offset = 0;
    for (int item : items) {
      sums[blocks] =
          meanOfNeighbours(item, usesRight, usesLeft) - columns.height(item) / 2.0 - offset;
      counts[blocks++] = 1;
      offset += columns.height(item);
      while (blocks > 1
          && sums[blocks - 2] / counts[blocks - 2] >= sums[blocks - 1] / counts[blocks - 1]) {
        sums[blocks - 2] += sums[blocks - 1];
        counts[blocks - 2] += counts[--blocks];
      }
    }
    place(items, sums, counts, height - offset);
  }

  private void place(int[] items, double[] sums, int[] counts, int room) {
    int block = 0;
    int inBlock = 0;
    int offset = 0;
    for (int item : items) {
      if (inBlock == counts[block]) {
        block++;
        inBlock = 0;
      }
      inBlock++;
      double shift = Math.max(0, Math.min(room, sums[block] / counts[block]));
      centers[item] = shift + offset + columns.height(item) / 2.0;
      offset += columns.height(item);
    }
  }

  private double meanOfNeighbours(int item, boolean usesRight, boolean usesLeft) {
    double sum = 0;
    int count = 0;
    if (usesRight) {
      sum += sum(item, columns.right());
      count += columns.right().count(item);
    }
    if (usesLeft) {
      sum += sum(item, columns.left());
      count += columns.left().count(item);
    }
    return count == 0 ? centers[item] : sum / count;
  }

  private double sum(int item, Adjacency neighbours) {
    double sum = 0;
    for (int i = neighbours.begin(item); i < neighbours.end(item); i++) {
      sum += centers[neighbours.value(i)];
    }
    return sum;
  }

  int height() {
    return height;
  }

  /** Returns the vertical centre of an item. */
  int center(int item) {
    return (int) Math.floor(centers[item]);
  }
}
