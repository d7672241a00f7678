// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

import java.util.List;

/**
 * Layered drawing of a graph. Links lead from left to right, except those that close a cycle.
 * Places unrelated boxes by time. The same input always results in the same drawing.
 */
public final class Layout {
  /** Margin around the drawing. */
  public static final int MARGIN = 20;

  /** Vertical shift of reversed links, so that they do not cover a link in the other direction. */
  private static final int REVERSED_SHIFT = 6;

  private final List<Box> boxes;
  private final AcyclicGraph graph;
  private final Columns columns;
  private final VerticalPlacement rows;
  private final int[] lefts;
  private final int[] rights;
  private final long crossings;

  private Layout(List<Box> boxes, List<Link> links) {
    this.boxes = boxes;
    this.graph = new AcyclicGraph(boxes, links);
    this.columns = new Columns(graph, Layering.best(graph));
    this.crossings = new Ordering(columns).sort();
    this.rows = new VerticalPlacement(columns);
    this.lefts = new int[columns.count()];
    this.rights = new int[columns.count()];
    int x = MARGIN;
    for (int column = 0; column < lefts.length; column++) {
      lefts[column] = x;
      for (int item : columns.items(column)) {
        x = columns.isBend(item) ? x : Math.max(x, lefts[column] + boxes.get(item).width());
      }
      rights[column] = x;
      x += Layering.COLUMN_GAP;
    }
  }

  /** Places the boxes and routes the links. */
  public static Layout of(List<Box> boxes, List<Link> links) {
    return new Layout(boxes, links);
  }

  public int width() {
    return (rights.length == 0 ? MARGIN : rights[rights.length - 1]) + MARGIN;
  }

  public int height() {
    return rows.height() + 2 * MARGIN;
  }

  /** Returns the number of crossings of links between adjacent columns. */
  public long crossings() {
    return crossings;
  }

  public int x(int box) {
    return lefts[columns.column(box)];
  }

  public int y(int box) {
    return middle(box) - boxes.get(box).height() / 2;
  }

  private int middle(int item) {
    return MARGIN + rows.center(item);
  }

  /** Returns whether a link closes a cycle and therefore leads to the left. */
  public boolean isReversed(int link) {
    return graph.isReversed(link);
  }

  /**
   * Returns the points of a link from its cause to its effect, as pairs of x and y. Returns none
   * for a link from a box to itself.
   */
  public int[] points(int link) {
    if (graph.isLoop(link)) {
      return new int[0];
    }
    Polyline line = new Polyline(graph.isReversed(link) ? REVERSED_SHIFT : 0);
    int from = graph.from(link);
    int to = graph.to(link);
    line.add(x(from) + boxes.get(from).width(), middle(from));
    line.add(rights[columns.column(from)], middle(from));
    for (int i = 0; columns.hasSegments(link) && i < columns.bends(link); i++) {
      int bend = columns.bend(link, i);
      line.add(lefts[columns.column(bend)], middle(bend));
      line.add(rights[columns.column(bend)], middle(bend));
    }
    line.add(x(to), middle(to));
    return line.points(graph.isReversed(link));
  }
}
