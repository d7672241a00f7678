// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageChange;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageSummary;

/** Removes the nodes that the search followed but that the query does not show. */
final class Selection {
  private final Lineage lineage;
  private final boolean isAncestors;
  private final BitSet dropped = new BitSet();
  private List<LineageEdge> edges;

  Selection(Lineage lineage) {
    this.lineage = lineage;
    this.isAncestors = lineage.query().direction() == Direction.ANCESTORS;
    this.edges = lineage.edges();
  }

  /** Applies the query's options {@code mine} and {@code hidden}. */
  static Lineage of(Lineage lineage) {
    Lineage within = lineage.query().mine().isEmpty() ? lineage : new Selection(lineage).mine();
    return lineage.query().hidden().isEmpty() ? within : new Selection(within).withoutPrograms();
  }

  // --- programs that match a pattern: hidden unless they connect shown nodes ---

  private Lineage withoutPrograms() {
    List<Set<Integer>> far = new ArrayList<>();
    List<Set<Integer>> near = new ArrayList<>();
    lineage.nodes().forEach(node -> far.add(new HashSet<>()));
    lineage.nodes().forEach(node -> near.add(new HashSet<>()));
    for (LineageEdge edge : edges) {
      if (edge.effect() != edge.cause()) {
        far.get(nearEnd(edge)).add(farEnd(edge));
        near.get(farEnd(edge)).add(nearEnd(edge));
      }
    }
    Deque<Integer> pending = new ArrayDeque<>();
    lineage.nodes().forEach(node -> pending.add(node.index()));
    while (!pending.isEmpty()) {
      int index = pending.remove();
      if (!dropped.get(index) && far.get(index).isEmpty() && isHidden(lineage.nodes().get(index))) {
        dropped.set(index);
        for (int other : near.get(index)) {
          far.get(other).remove(index);
          pending.add(other);
        }
      }
    }
    return rest(lineage.summary().hiding(dropped.cardinality()));
  }

  private boolean isHidden(LineageNode node) {
    return node.isProcess()
        && node.more() == 0
        && node.depth() > 0
        && lineage.query().hides(node.name());
  }

  private int nearEnd(LineageEdge edge) {
    return isAncestors ? edge.effect() : edge.cause();
  }

  private int farEnd(LineageEdge edge) {
    return isAncestors ? edge.cause() : edge.effect();
  }

  // --- files elsewhere: removed, and their neighbours connected ---

  private Lineage mine() {
    Map<Integer, List<LineageEdge>> byEnd = new HashMap<>();
    for (LineageEdge edge : edges) {
      byEnd.computeIfAbsent(edge.effect(), key -> new ArrayList<>()).add(edge);
      byEnd.computeIfAbsent(edge.cause(), key -> new ArrayList<>()).add(edge);
    }
    for (LineageNode node : lineage.nodes()) {
      if (isElsewhere(node)) {
        dropped.set(node.index());
        bridge(node.index(), byEnd);
      }
    }
    Set<LineageEdge> all = new LinkedHashSet<>(edges);
    lineage.nodes().forEach(node -> all.addAll(byEnd.getOrDefault(node.index(), List.of())));
    edges = List.copyOf(all);
    return rest(lineage.summary().passing(dropped.cardinality()));
  }

  private boolean isElsewhere(LineageNode node) {
    return !node.isProcess() && node.depth() > 0 && lineage.query().isElsewhere(node.name());
  }

  /** Connects the predecessors of a removed node with its successors if their LSNs allow it. */
  private void bridge(int index, Map<Integer, List<LineageEdge>> byEnd) {
    List<LineageEdge> ends = byEnd.getOrDefault(index, List.of());
    Map<Long, LineageEdge> bridges = new HashMap<>();
    for (LineageEdge out : ends) {
      for (LineageEdge in : ends) {
        boolean isThrough = out.cause() == index && in.effect() == index;
        if (isThrough && out.effect() != in.cause() && in.firstLsn() <= out.lastLsn()) {
          bridges.putIfAbsent((long) out.effect() << 32 | in.cause(), bridge(out, in));
        }
      }
    }
    for (LineageEdge bridge : bridges.values()) {
      if (bridge.effect() != index && bridge.cause() != index) {
        Objects.requireNonNull(byEnd.get(bridge.effect())).add(bridge);
        Objects.requireNonNull(byEnd.get(bridge.cause())).add(bridge);
      }
    }
  }

  private LineageEdge bridge(LineageEdge out, LineageEdge in) {
    boolean isToProcess = lineage.effect(out).isProcess();
    boolean isFromProcess = lineage.cause(in).isProcess();
    EdgeKind kind = isFromProcess ? EdgeKind.WRITE : EdgeKind.DERIVATION;
    if (isToProcess) {
      kind = isFromProcess ? EdgeKind.INFORM : EdgeKind.READ;
    }
    return new LineageEdge(
        out.effect(),
        in.cause(),
        kind,
        in.firstLsn(),
        out.lastLsn(),
        out.count(),
        out.bytes(),
        in.firstNanos(),
        out.lastNanos(),
        out.isAttempted() || in.isAttempted());
  }

  // --- what remains ---

  private Lineage rest(LineageSummary summary) {
    int[] places = new int[lineage.nodes().size()];
    List<LineageNode> nodes = new ArrayList<>();
    for (LineageNode node : lineage.nodes()) {
      if (!dropped.get(node.index())) {
        places[node.index()] = nodes.size();
        nodes.add(node.at(nodes.size()));
      }
    }
    IdentityHashMap<LineageEdge, Integer> kept = new IdentityHashMap<>();
    List<LineageEdge> renumbered = new ArrayList<>();
    for (LineageEdge edge : edges) {
      if (!dropped.get(edge.effect()) && !dropped.get(edge.cause())) {
        kept.put(edge, renumbered.size());
        renumbered.add(edge.between(places[edge.effect()], places[edge.cause()]));
      }
    }
    List<LineageChange> changes =
        lineage.changes().stream()
            .filter(change -> kept.containsKey(lineage.edges().get(change.edge())))
            .map(
                change ->
                    new LineageChange(
                        Objects.requireNonNull(kept.get(lineage.edges().get(change.edge()))),
                        change.extended()))
            .toList();
    return new Lineage(
        lineage.query(), nodes, renumbered, summary.of(nodes.size(), renumbered.size()), changes);
  }
}
