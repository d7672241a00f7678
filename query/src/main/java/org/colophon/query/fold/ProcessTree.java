// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/**
 * The processes of a lineage as a tree. All programs that a process executed one after another form
 * a unit, which the last program represents. Numbers are node indexes; -1 means none.
 */
final class ProcessTree {
  private final Lineage lineage;
  private final LineageEdge[] starts;
  private final int[] next;
  private final List<List<Integer>> units = new ArrayList<>();
  private final List<List<Integer>> children = new ArrayList<>();
  private final int[] parents;

  /** Position of each leader in a walk from parents to children, and the last position below it. */
  private final int[] first;

  private final int[] last;

  ProcessTree(Lineage lineage) {
    this.lineage = lineage;
    int size = lineage.nodes().size();
    this.starts = new LineageEdge[size];
    this.next = new int[size];
    Arrays.fill(next, -1);
    findStarts();
    for (LineageNode node : lineage.nodes()) {
      LineageEdge start = starts[node.index()];
      if (start != null && start.kind() == EdgeKind.EXEC && next[start.cause()] < 0) {
        next[start.cause()] = node.index();
      }
      units.add(new ArrayList<>());
      children.add(new ArrayList<>());
    }
    for (LineageNode node : lineage.nodes()) {
      if (node.isProcess()) {
        add(node.index());
      }
    }
    this.parents = new int[size];
    this.first = new int[size];
    this.last = new int[size];
    Arrays.fill(parents, -1);
    walk();
  }

  private void walk() {
    Deque<Integer> pending = new ArrayDeque<>();
    tops().forEach(pending::push);
    List<Integer> order = new ArrayList<>();
    while (!pending.isEmpty()) {
      int leader = pending.pop();
      first[leader] = order.size();
      last[leader] = order.size();
      order.add(leader);
      for (int child : children(leader)) {
        parents[child] = leader;
        pending.push(child);
      }
    }
    for (int i = order.size() - 1; i >= 0; i--) {
      int parent = parents[order.get(i)];
      if (parent >= 0) {
        last[parent] = Math.max(last[parent], last[order.get(i)]);
      }
    }
  }

  /**
   * Selects one start for each process. Prefers executions to forks, and earlier starts to later
   * ones.
   */
  private void findStarts() {
    for (LineageEdge edge : lineage.edges()) {
      boolean isStart = edge.kind() == EdgeKind.FORK || edge.kind() == EdgeKind.EXEC;
      if (isStart && isBetter(edge, starts[edge.effect()]) && !isCycle(edge)) {
        starts[edge.effect()] = edge;
      }
    }
  }

  private static boolean isBetter(LineageEdge edge, LineageEdge than) {
    return than == null
        || (edge.kind() == than.kind()
            ? edge.firstLsn() < than.firstLsn()
            : edge.kind() == EdgeKind.EXEC);
  }

  private boolean isCycle(LineageEdge edge) {
    int process = edge.cause();
    while (process != edge.effect() && starts[process] != null) {
      process = starts[process].cause();
    }
    return process == edge.effect();
  }

  private void add(int process) {
    int leader = leader(process);
    units.get(leader).add(process);
    LineageEdge start = starts[process];
    if (start != null && next[start.cause()] != process) {
      children.get(leader(start.cause())).add(leader);
    }
  }

  /** Returns the last program that a process executed. */
  int leader(int process) {
    int leader = process;
    while (next[leader] >= 0) {
      leader = next[leader];
    }
    return leader;
  }

  /** Returns the programs of a unit. */
  List<Integer> unit(int leader) {
    return units.get(leader);
  }

  /** Returns the leaders of the units that a unit started. */
  List<Integer> children(int leader) {
    return children.get(leader);
  }

  /** Returns the leader of the unit that started a unit; -1 if none did. */
  int parent(int leader) {
    return parents[leader];
  }

  /** Returns the leader of the smallest tree that contains two units; -1 if none does. */
  int common(int one, int other) {
    int top = one;
    while (top >= 0 && (first[other] < first[top] || first[other] > last[top])) {
      top = parents[top];
    }
    return top;
  }

  /** Returns the leaders of units without a parent in the lineage. */
  List<Integer> tops() {
    BitSet started = new BitSet();
    children.forEach(list -> list.forEach(started::set));
    List<Integer> tops = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      if (!units.get(i).isEmpty() && !started.get(i)) {
        tops.add(i);
      }
    }
    return tops;
  }

  /** Returns the leaders of a unit and of its descendants. The unit's own leader is first. */
  List<Integer> subtree(int leader) {
    List<Integer> found = new ArrayList<>(List.of(leader));
    for (int i = 0; i < found.size(); i++) {
      found.addAll(children(found.get(i)));
    }
    return found;
  }
}
