// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/**
 * Finds the part of a lineage that lies on chains between two sets of nodes. The operations of each
 * chain are in order. Computes, for each node, the earliest arrival from the first set and the
 * latest departure to the second set.
 */
final class TimedPaths {
  private final Lineage lineage;
  private final long[] arrivals;
  private final long[] departures;

  private TimedPaths(Lineage lineage, BitSet from, BitSet to) {
    this.lineage = lineage;
    this.arrivals = new long[lineage.nodes().size()];
    this.departures = new long[arrivals.length];
    Arrays.fill(arrivals, Lsn.LATEST);
    from.stream().forEach(node -> arrivals[node] = Lsn.NONE);
    to.stream().forEach(node -> departures[node] = Lsn.LATEST);
    spread(from, true);
    spread(to, false);
  }

  /**
   * Returns the part between two sets. Tries both directions of time. Returns an empty lineage if
   * no chain connects the sets.
   */
  static Lineage between(Lineage lineage, BitSet one, BitSet other) {
    Lineage forwards = new TimedPaths(lineage, one, other).part();
    return forwards.isEmpty() ? new TimedPaths(lineage, other, one).part() : forwards;
  }

  /** Propagates arrivals forwards along edges, or departures backwards, until no value improves. */
  private void spread(BitSet starts, boolean isForwards) {
    List<List<LineageEdge>> edges = new ArrayList<>();
    lineage.nodes().forEach(node -> edges.add(new ArrayList<>()));
    lineage.edges().forEach(e -> edges.get(isForwards ? e.cause() : e.effect()).add(e));
    Deque<Integer> pending = new ArrayDeque<>();
    starts.stream().forEach(pending::add);
    while (!pending.isEmpty()) {
      for (LineageEdge edge : edges.get(pending.remove())) {
        int next = isForwards ? edge.effect() : edge.cause();
        if (isForwards ? arrive(edge) : depart(edge)) {
          pending.add(next);
        }
      }
    }
  }

  private boolean arrive(LineageEdge edge) {
    long arrival = isTimeless(edge) ? Lsn.NONE : Math.max(arrivals[edge.cause()], edge.firstLsn());
    boolean isInTime = isTimeless(edge) || arrivals[edge.cause()] <= edge.lastLsn();
    boolean isBetter = isInTime && arrival < arrivals[edge.effect()];
    arrivals[edge.effect()] = isBetter ? arrival : arrivals[edge.effect()];
    return isBetter;
  }

  private boolean depart(LineageEdge edge) {
    long bound = departures[edge.effect()];
    long departure = isTimeless(edge) ? Lsn.LATEST : Math.min(bound, edge.lastLsn());
    boolean isInTime = isTimeless(edge) || edge.firstLsn() <= bound;
    boolean isBetter = isInTime && departure > departures[edge.cause()];
    departures[edge.cause()] = isBetter ? departure : departures[edge.cause()];
    return isBetter;
  }

  /** Returns whether an edge connects two sources, so that LSNs do not order its ends. */
  private static boolean isTimeless(LineageEdge edge) {
    return edge.kind() == EdgeKind.SENT || edge.kind() == EdgeKind.RECEIVED;
  }

  private boolean isOnPath(LineageEdge edge) {
    if (isTimeless(edge)) {
      return arrivals[edge.cause()] < Lsn.LATEST && departures[edge.effect()] > Lsn.NONE;
    }
    long begin = Math.max(arrivals[edge.cause()], edge.firstLsn());
    return arrivals[edge.cause()] < Lsn.LATEST
        && begin <= Math.min(edge.lastLsn(), departures[edge.effect()]);
  }

  private Lineage part() {
    List<LineageEdge> kept = lineage.edges().stream().filter(this::isOnPath).toList();
    BitSet ends = new BitSet();
    kept.forEach(edge -> ends.set(edge.effect()));
    kept.forEach(edge -> ends.set(edge.cause()));
    int[] places = new int[arrivals.length];
    List<LineageNode> nodes = new ArrayList<>();
    ends.stream()
        .forEach(
            index -> {
              places[index] = nodes.size();
              nodes.add(lineage.nodes().get(index).at(nodes.size()));
            });
    List<LineageEdge> edges =
        kept.stream().map(e -> e.between(places[e.effect()], places[e.cause()])).toList();
    return new Lineage(lineage.query(), nodes, edges, lineage.summary(), List.of());
  }
}
