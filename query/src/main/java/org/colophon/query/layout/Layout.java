// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

import java.util.List;

/**
 * Layered drawing of a graph. Links lead from left to right or downwards, except those that close a
 * cycle. Places unrelated boxes by time. The same input always results in the same drawing.
 */
public final class Layout {
  /** Margin around the drawing. */
  public static final int MARGIN = 20;

  /** Vertical shift of reversed links, so that they do not cover a link in the other direction. */
  private static final int REVERSED_SHIFT = 6;

  /** Number of boxes from which only one direction is tried, as the second one takes time. */
  private static final int MANY_BOXES = 2_000;

  private final List<Box> boxes;
  private final boolean isDown;
  private final AcyclicGraph graph;
  private final Columns columns;
  private final VerticalPlacement rows;
  private final int[] lefts;
  private final int[] rights;
  private final long crossings;

  /** A downward drawing is one to the right, of boxes and a window that are mirrored. */
  private Layout(List<Box> boxes, List<Link> links, Window window, boolean isDown) {
    this.boxes = isDown ? boxes.stream().map(Box::mirrored).toList() : boxes;
    this.isDown = isDown;
    this.graph = new AcyclicGraph(this.boxes, links);
    double aspect = window.width() / (double) window.height();
    this.columns = new Columns(graph, Layering.best(graph, isDown ? 1 / aspect : aspect));
    this.crossings = new Ordering(columns).sort();
    this.rows = new VerticalPlacement(columns);
    this.lefts = new int[columns.count()];
    this.rights = new int[columns.count()];
    int x = MARGIN;
    for (int column = 0; column < lefts.length; column++) {
      lefts[column] = x;
      for (int item : columns.items(column)) {
        x = columns.isBend(item) ? x : Math.max(x, lefts[column] + this.boxes.get(item).width());
      }
      rights[column] = x;
      x += Layering.COLUMN_GAP;
    }
  }

  /** Places the boxes and routes the links to the right, for a window of 3:2. */
  public static Layout of(List<Box> boxes, List<Link> links) {
    return new Layout(boxes, links, Window.USUAL, false);
  }

  /** Places the boxes and routes the links in the direction that fits better into a window. */
  public static Layout within(Window window, List<Box> boxes, List<Link> links) {
    Layout right = new Layout(boxes, links, window, false);
    if (window.scale(right) >= 1 || boxes.size() > MANY_BOXES) {
      return right;
    }
    Layout down = new Layout(boxes, links, window, true);
    return window.scale(down) > window.scale(right) ? down : right;
  }

  /** Returns true if links lead downwards. */
  public boolean isDown() {
    return isDown;
  }

  public int width() {
    return isDown ? depth() : length();
  }

  public int height() {
    return isDown ? length() : depth();
  }

  private int length() {
    return (rights.length == 0 ? MARGIN : rights[rights.length - 1]) + MARGIN;
  }

  private int depth() {
    return rows.height() + 2 * MARGIN;
  }

  /** Returns the number of crossings of links between adjacent columns. */
  public long crossings() {
    return crossings;
  }

  public int x(int box) {
    return isDown ? side(box) : begin(box);
  }

  public int y(int box) {
    return isDown ? begin(box) : side(box);
  }

  private int begin(int box) {
    return lefts[columns.column(box)];
  }

  private int side(int box) {
    return middle(box) - boxes.get(box).height() / 2;
  }

  private int middle(int item) {
    return MARGIN + rows.center(item);
  }

  /** Returns whether a link closes a cycle and therefore leads backwards. */
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
    line.add(begin(from) + boxes.get(from).width(), middle(from));
    line.add(rights[columns.column(from)], middle(from));
    for (int i = 0; columns.hasSegments(link) && i < columns.bends(link); i++) {
      int bend = columns.bend(link, i);
      line.add(lefts[columns.column(bend)], middle(bend));
      line.add(rights[columns.column(bend)], middle(bend));
    }
    line.add(begin(to), middle(to));
    return line.points(graph.isReversed(link), isDown);
  }
}
