// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

import java.util.Arrays;

/**
 * Assigns boxes to columns. Each box is to the right of all its predecessors. A column has a
 * limited number of boxes, so that a wide fan fills several columns (the idea of Coffman and
 * Graham). The limit is chosen so that the drawing fits into its window at the largest scale.
 */
final class Layering {
  static final int COLUMN_GAP = 48;
  static final int ROW_GAP = 12;
  static final int BEND_HEIGHT = 8;

  private static final int MIN_CAPACITY = 1;

  private final AcyclicGraph graph;
  private final int capacity;
  private final int[] columns;
  private final int[] counts;
  private int columnCount;

  /** Leftmost column that is not full. */
  private int firstFree;

  private Layering(AcyclicGraph graph, int capacity) {
    this.graph = graph;
    this.capacity = capacity;
    this.columns = new int[graph.size()];
    this.counts = new int[graph.size() + 1];
    for (int i = 0; i < graph.size(); i++) {
      placeLeft(graph.order(i));
    }
    for (int i = graph.size() - 1; i >= 0; i--) {
      moveRight(graph.order(i));
    }
    dropEmptyColumns();
  }

  /**
   * Returns the assignment whose drawing fits best.
   *
   * @param aspect width of the window divided by its height
   */
  static Layering best(AcyclicGraph graph, double aspect) {
    Layering best = null;
    double bestSize = Double.MAX_VALUE;
    int capacity = Math.max(MIN_CAPACITY, (int) Math.sqrt(graph.size()) / 2);
    while (best == null || capacity * 2 < graph.size() * 3) {
      Layering tried = new Layering(graph, capacity);
      double size = tried.windowWidth(aspect);
      if (size < bestSize) {
        best = tried;
        bestSize = size;
      }
      capacity += Math.max(1, capacity / 2);
    }
    return best;
  }

  private void placeLeft(int box) {
    Adjacency causes = graph.predecessors();
    while (counts[firstFree] >= capacity) {
      firstFree++;
    }
    int column = firstFree;
    for (int i = causes.begin(box); i < causes.end(box); i++) {
      column = Math.max(column, columns[causes.value(i)] + 1);
    }
    while (counts[column] >= capacity) {
      column++;
    }
    columns[box] = column;
    counts[column]++;
    columnCount = Math.max(columnCount, column + 1);
  }

  /** Moves a box with more effects than causes as close to its effects as possible. */
  private void moveRight(int box) {
    Adjacency effects = graph.successors();
    if (effects.count(box) <= graph.predecessors().count(box)) {
      return;
    }
    int column = columnCount;
    for (int i = effects.begin(box); i < effects.end(box); i++) {
      column = Math.min(column, columns[effects.value(i)] - 1);
    }
    while (column > columns[box] && counts[column] >= capacity) {
      column--;
    }
    counts[columns[box]]--;
    counts[column]++;
    columns[box] = column;
  }

  private void dropEmptyColumns() {
    int[] places = new int[columnCount];
    int kept = 0;
    for (int column = 0; column < columnCount; column++) {
      places[column] = kept;
      kept += counts[column] > 0 ? 1 : 0;
    }
    columnCount = kept;
    Arrays.setAll(columns, box -> places[columns[box]]);
  }

  /** Returns the width of the smallest window of an aspect that contains the drawing. */
  private double windowWidth(double aspect) {
    int[] bends = new int[columnCount + 1];
    int[] heights = new int[columnCount];
    int[] widths = new int[columnCount];
    for (int box = 0; box < graph.size(); box++) {
      int column = columns[box];
      heights[column] += graph.box(box).height() + ROW_GAP;
      widths[column] = Math.max(widths[column], graph.box(box).width());
      bends[column + 1]++;
      bends[Math.max(column + 1, lastEffect(box))]--;
    }
    int height = 0;
    int width = 0;
    int open = 0;
    for (int column = 0; column < columnCount; column++) {
      open += bends[column];
      height = Math.max(height, heights[column] + open * BEND_HEIGHT);
      width += widths[column] + COLUMN_GAP;
    }
    return Math.max(width, height * aspect);
  }

  /** Returns the rightmost column that a box leads to; 0 for a box without successors. */
  int lastEffect(int box) {
    Adjacency effects = graph.successors();
    int last = 0;
    for (int i = effects.begin(box); i < effects.end(box); i++) {
      last = Math.max(last, columns[effects.value(i)]);
    }
    return last;
  }

  int columnCount() {
    return columnCount;
  }

  int column(int box) {
    return columns[box];
  }
}
