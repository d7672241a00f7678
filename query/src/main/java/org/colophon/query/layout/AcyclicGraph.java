// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.agrona.collections.IntArrayList;

/**
 * A graph of boxes and links without cycles. A depth-first search in order of time reverses each
 * link that closes a cycle. Omits links from a box to itself.
 */
final class AcyclicGraph {
  private final List<Box> boxes;
  private final List<Link> links;
  private final BitSet reversed = new BitSet();
  private final int[] byTime;
  private final int[] searchRanks;
  private final int[] order;
  private final Adjacency successors;
  private final Adjacency predecessors;

  AcyclicGraph(List<Box> boxes, List<Link> links) {
    this.boxes = boxes;
    this.links = links;
    this.byTime = sorted(boxes.size(), Comparator.comparingLong(i -> boxes.get(i).lsn()));
    this.searchRanks = new int[boxes.size()];
    int[] linksByTime = sorted(links.size(), Comparator.comparingLong(i -> links.get(i).lsn()));
    breakCycles(linksByTime);
    IntArrayList from = new IntArrayList();
    IntArrayList to = new IntArrayList();
    for (int link : linksByTime) {
      if (!isLoop(link)) {
        from.addInt(from(link));
        to.addInt(to(link));
      }
    }
    this.successors = new Adjacency(boxes.size(), from, to);
    this.predecessors = new Adjacency(boxes.size(), to, from);
    this.order = topologicalOrder();
  }

  private static int[] sorted(int count, Comparator<Integer> comparator) {
    return IntStream.range(0, count).boxed().sorted(comparator).mapToInt(i -> i).toArray();
  }

  private void breakCycles(int[] linksByTime) {
    IntArrayList from = new IntArrayList();
    IntArrayList ids = new IntArrayList();
    for (int link : linksByTime) {
      from.addInt(links.get(link).from());
      ids.addInt(link);
    }
    Adjacency out = new Adjacency(boxes.size(), from, ids);
    BitSet found = new BitSet();
    BitSet open = new BitSet();
    int[] next = new int[boxes.size()];
    IntArrayList stack = new IntArrayList();
    int rank = 0;
    for (int start : byTime) {
      int entered = found.get(start) ? -1 : start;
      while (entered >= 0 || !stack.isEmpty()) {
        if (entered >= 0) {
          found.set(entered);
          open.set(entered);
          searchRanks[entered] = rank++;
          next[entered] = out.begin(entered);
          stack.addInt(entered);
        }
        entered = step(out, stack, next, found, open);
      }
    }
  }

  /** Follows a link of the box on top of the stack, or pops the box. Returns a new box or -1. */
  private int step(Adjacency out, IntArrayList stack, int[] next, BitSet found, BitSet open) {
    int box = stack.getInt(stack.size() - 1);
    if (next[box] == out.end(box)) {
      open.clear(box);
      stack.removeAt(stack.size() - 1);
      return -1;
    }
    int link = out.value(next[box]++);
    int to = links.get(link).to();
    if (open.get(to)) {
      reversed.set(link);
    }
    return found.get(to) ? -1 : to;
  }

  private int[] topologicalOrder() {
    int[] times = new int[boxes.size()];
    for (int i = 0; i < byTime.length; i++) {
      times[byTime[i]] = i;
    }
    int[] waiting = new int[boxes.size()];
    PriorityQueue<Integer> ready = new PriorityQueue<>();
    for (int box = 0; box < waiting.length; box++) {
      waiting[box] = predecessors.count(box);
      if (waiting[box] == 0) {
        ready.add(times[box]);
      }
    }
    int[] result = new int[boxes.size()];
    int size = 0;
    while (!ready.isEmpty()) {
      int box = byTime[ready.remove()];
      result[size++] = box;
      for (int i = successors.begin(box); i < successors.end(box); i++) {
        if (--waiting[successors.value(i)] == 0) {
          ready.add(times[successors.value(i)]);
        }
      }
    }
    return result;
  }

  int size() {
    return boxes.size();
  }

  Box box(int index) {
    return boxes.get(index);
  }

  int linkCount() {
    return links.size();
  }

  boolean isLoop(int link) {
    return links.get(link).from() == links.get(link).to();
  }

  boolean isReversed(int link) {
    return reversed.get(link);
  }

  /** Returns the left box of a link. */
  int from(int link) {
    return isReversed(link) ? links.get(link).to() : links.get(link).from();
  }

  /** Returns the right box of a link. */
  int to(int link) {
    return isReversed(link) ? links.get(link).from() : links.get(link).to();
  }

  Adjacency successors() {
    return successors;
  }

  Adjacency predecessors() {
    return predecessors;
  }

  /**
   * Returns the box at an index of a topological order, in which all links lead forwards. Boxes
   * without links are ordered by time.
   */
  int order(int place) {
    return order[place];
  }

  /**
   * Returns the rank of a box in the depth-first search. Boxes of the same branch have adjacent
   * ranks.
   */
  int searchRank(int box) {
    return searchRanks[box];
  }
}
