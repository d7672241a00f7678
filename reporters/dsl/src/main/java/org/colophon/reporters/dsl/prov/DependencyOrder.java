// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Orders statements so that lineage finds every declared path.
 *
 * <p>If y depends on z and x on y, lineage follows x to z only if the first statement precedes the
 * second. So a statement with a node as effect precedes each statement with the same node as cause.
 * If both have times, the times decide: a later use does not influence an earlier result. Otherwise
 * time and document order decide.
 *
 * <p>Statements on a common cycle form a group with the same time. Apart from sorting, the cost is
 * linear in the number of statements.
 */
final class DependencyOrder {
  private final List<Statement> statements;
  private final Adjacency graph;

  private DependencyOrder(List<Statement> statements) {
    this.statements = statements;
    this.graph = new Adjacency(statements.size());
  }

  /**
   * Returns the statements in groups. A group with several members is a cycle.
   *
   * @param statements statements in document order, without {@linkplain Statement#isLate() late}
   *     ones
   * @param nodes number of nodes
   */
  static List<List<Statement>> of(List<Statement> statements, int nodes) {
    DependencyOrder order = new DependencyOrder(statements);
    order.constrain(nodes);
    return order.groups();
  }

  /** One end of a statement: a node, as effect or as cause. */
  private record Side(int vertex, boolean isEffect, long timeNanos) {
    /** Returns the sort key: causes without time are first, effects without time are last. */
    long key() {
      if (timeNanos != 0) {
        return timeNanos;
      }
      return isEffect ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  private void constrain(int nodes) {
    List<List<Side>> sides = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      sides.add(new ArrayList<>(2));
    }
    for (int v = 0; v < statements.size(); v++) {
      Statement each = statements.get(v);
      sides.get(each.effect()).add(new Side(v, true, each.timeNanos()));
      sides.get(each.cause()).add(new Side(v, false, each.timeNanos()));
    }
    sides.forEach(this::constrain);
  }

  /** Orders alternating runs of causes and effects, with an extra vertex between two runs. */
  private void constrain(List<Side> sides) {
    sides.sort(Comparator.comparingLong(Side::key).thenComparing(side -> !side.isEffect()));
    int barrier = -1;
    int from = 0;
    while (from < sides.size()) {
      int to = from;
      while (to < sides.size() && sides.get(to).isEffect() == sides.get(from).isEffect()) {
        to++;
      }
      int after = to < sides.size() ? graph.addVertex() : -1;
      for (Side side : sides.subList(from, to)) {
        edge(barrier, side.vertex());
        edge(side.vertex(), after);
      }
      barrier = after;
      from = to;
    }
  }

  private void edge(int source, int target) {
    if (source >= 0 && target >= 0) {
      graph.addEdge(source, target);
    }
  }

  private List<List<Statement>> groups() {
    Components components = new Components(graph.sort());
    List<List<Statement>> members = new ArrayList<>();
    for (int i = 0; i < components.count(); i++) {
      members.add(new ArrayList<>(1));
    }
    for (int v = 0; v < statements.size(); v++) {
      members.get(components.of(v)).add(statements.get(v));
    }
    List<List<Statement>> ordered = new ArrayList<>();
    for (int component : sorted(components, members)) {
      if (!members.get(component).isEmpty()) {
        ordered.add(members.get(component));
      }
    }
    return ordered;
  }

  /**
   * Sorts the components topologically (Kahn's algorithm). Takes the smallest component without
   * open predecessors first.
   */
  private List<Integer> sorted(Components components, List<List<Statement>> members) {
    Adjacency between = between(components);
    int[] waitsFor = new int[components.count()];
    for (int v = 0; v < between.size(); v++) {
      for (int e = between.from(v); e < between.to(v); e++) {
        waitsFor[between.target(e)]++;
      }
    }
    PriorityQueue<Integer> free =
        new PriorityQueue<>(
            Comparator.<Integer>comparingLong(c -> time(members.get(c)))
                .thenComparingInt(c -> first(members.get(c)))
                .thenComparingInt(c -> c));
    for (int c = 0; c < waitsFor.length; c++) {
      if (waitsFor[c] == 0) {
        free.add(c);
      }
    }
    List<Integer> sorted = new ArrayList<>();
    while (!free.isEmpty()) {
      int c = free.remove();
      sorted.add(c);
      for (int e = between.from(c); e < between.to(c); e++) {
        if (--waitsFor[between.target(e)] == 0) {
          free.add(between.target(e));
        }
      }
    }
    return sorted;
  }

  private Adjacency between(Components components) {
    Adjacency between = new Adjacency(components.count());
    for (int v = 0; v < graph.size(); v++) {
      for (int e = graph.from(v); e < graph.to(v); e++) {
        int source = components.of(v);
        int target = components.of(graph.target(e));
        if (source != target) {
          between.addEdge(source, target);
        }
      }
    }
    return between.sort();
  }

  private static long time(List<Statement> group) {
    return group.isEmpty() ? 0 : group.get(0).timeNanos();
  }

  private static int first(List<Statement> group) {
    return group.isEmpty() ? -1 : group.get(0).index();
  }
}
