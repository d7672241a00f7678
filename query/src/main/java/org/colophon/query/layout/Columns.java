package org.colophon.query.layout;

import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/**
 * Items in columns, joined by segments between neighbouring columns. Items are the boxes, then the
 * bends of long links. Links from one box share the bends of their common way. The number of bends
 * is limited to keep the layout fast; the longest links have none beyond the limit.
 */
final class Columns {
  /** Limit of bends in a drawing. */
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

  /** Returns the largest number of bends per box with which the sum stays below the limit. */
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

  /** Each box with its bends, in the order of the depth-first search. */
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

  /** The items of a column from top to bottom; sorted in place. */
  int[] items(int column) {
    return items[column];
  }

  boolean isBend(int item) {
    return item >= graph.size();
  }

  int column(int item) {
    return isBend(item) ? bendColumns.getInt(item - graph.size()) : layering.column(item);
  }

  /** Height of an item with the gap below. */
  int height(int item) {
    return isBend(item) ? Layering.BEND_HEIGHT : graph.box(item).height() + Layering.ROW_GAP;
  }

  /** Items in the next column that an item leads to. */
  Adjacency right() {
    return right;
  }

  /** Items in the previous column that lead to an item. */
  Adjacency left() {
    return left;
  }

  /** Returns whether a link is a chain of segments, unlike one that is too long to bend. */
  boolean hasSegments(int link) {
    return bends(link) == 0 || firstBends[graph.from(link)] >= 0;
  }

  /** Number of columns that a link crosses. */
  int bends(int link) {
    return layering.column(graph.to(link)) - layering.column(graph.from(link)) - 1;
  }

  /** Bend of a link, counted from 0 at the left. */
  int bend(int link, int place) {
    return firstBends[graph.from(link)] + place;
  }

  private int lastItem(int link) {
    int bends = bends(link);
    return bends == 0 ? graph.from(link) : bend(link, bends - 1);
  }
}
