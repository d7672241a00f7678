// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/**
 * Items in columns, connected by segments between adjacent columns. Items are the boxes and the
 * bends of long links. Links from the same box share bends as far as they run together. The number
 * of bends is limited to keep the layout fast. Beyond the limit, the longest links have no bends.
 */
final class Columns {
  /** Maximum number of bends in a drawing. */
  static final int MAX_BENDS = 60_000;

  private final AcyclicGraph graph;
  private final Layering layering;
  private final int[] firstBends;
  private final IntArrayList bendColumns = new IntArrayList();
  private final Adjacency right;
  private final Adjacency left;
  private final int[][] items;

  Columns(AcyclicGraph graph, Layering layering) {
    this.graph = graph;
    this.layering = layering;
    this.firstBends = new int[graph.size()];
    IntArrayList from = new IntArrayList();
    IntArrayList to = new IntArrayList();
    addBends(from, to);
    for (int link = 0; link < graph.linkCount(); link++) {
      if (!graph.isLoop(link) && hasSegments(link)) {
        from.addInt(lastItem(link));
        to.addInt(graph.to(link));
      }
    }
    this.right = new Adjacency(size(), from, to);
    this.left = new Adjacency(size(), to, from);
    this.items = initialItems();
  }

  private void addBends(IntArrayList from, IntArrayList to) {
    int longest = longestBent();
    for (int box = 0; box < graph.size(); box++) {
      int bends = bendsOf(box);
      firstBends[box] = bends == 0 || bends > longest ? -1 : size();
      int before = box;
      for (int i = 0; i < bends && bends <= longest; i++) {
        int bend = size();
        bendColumns.addInt(layering.column(box) + 1 + i);
        from.addInt(before);
        to.addInt(bend);
        before = bend;
      }
    }
  }

  private int bendsOf(int box) {
    return Math.max(0, layering.lastEffect(box) - layering.column(box) - 1);
  }

  /**
   * Returns the number of bends up to which a box's links are bent, so that the limit is not
   * exceeded.
   */
  private int longestBent() {
    int[] counts = new int[layering.columnCount() + 1];
    for (int box = 0; box < graph.size(); box++) {
      counts[bendsOf(box)]++;
    }
    long sum = 0;
    int longest = 0;
    while (longest < counts.length && sum + (long) counts[longest] * longest <= MAX_BENDS) {
      sum += (long) counts[longest] * longest;
      longest++;
    }
    return longest - 1;
  }

  private int[][] initialItems() {
    int[] counts = new int[layering.columnCount()];
    for (int item = 0; item < size(); item++) {
      counts[column(item)]++;
    }
    int[][] columns = new int[counts.length][];
    Arrays.setAll(columns, column -> new int[counts[column]]);
    int[][] byRank = bySearchRank();
    Arrays.fill(counts, 0);
    for (int[] ofBox : byRank) {
      for (int item : ofBox) {
        columns[column(item)][counts[column(item)]++] = item;
      }
    }
    return columns;
  }

  /** Returns each box with its bends, in the order of the depth-first search. */
  private int[][] bySearchRank() {
    int[][] byRank = new int[graph.size()][];
    for (int box = 0; box < graph.size(); box++) {
      int first = firstBends[box];
      int[] ofBox = new int[first < 0 ? 1 : 1 + bendsOf(box)];
      ofBox[0] = box;
      for (int i = 1; i < ofBox.length; i++) {
        ofBox[i] = first + i - 1;
      }
      byRank[graph.searchRank(box)] = ofBox;
    }
    return byRank;
  }

  int size() {
    return graph.size() + bendColumns.size();
  }

  int count() {
    return items.length;
  }

  /** Returns the items of a column from top to bottom. The caller may sort them in place. */
  int[] items(int column) {
    return items[column];
  }

  boolean isBend(int item) {
    return item >= graph.size();
  }

  int column(int item) {
    return isBend(item) ? bendColumns.getInt(item - graph.size()) : layering.column(item);
  }

  /** Returns the height of an item, including the gap below. */
  int height(int item) {
    return isBend(item) ? Layering.BEND_HEIGHT : graph.box(item).height() + Layering.ROW_GAP;
  }

  /** Returns, for each item, the items in the next column that it leads to. */
  Adjacency right() {
    return right;
  }

  /** Returns, for each item, the items in the previous column that lead to it. */
  Adjacency left() {
    return left;
  }

  /** Returns whether a link consists of segments. A link that is too long to be bent does not. */
  boolean hasSegments(int link) {
    return bends(link) == 0 || firstBends[graph.from(link)] >= 0;
  }

  /** Returns the number of bends of a link: one in each column between its ends. */
  int bends(int link) {
    return layering.column(graph.to(link)) - layering.column(graph.from(link)) - 1;
  }

  /** Returns a bend of a link, counted from 0 at the left. */
  int bend(int link, int place) {
    return firstBends[graph.from(link)] + place;
  }

  private int lastItem(int link) {
    int bends = bends(link);
    return bends == 0 ? graph.from(link) : bend(link, bends - 1);
  }
}
