// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.colophon.core.model.fact.Gap;

/** Joins two lineages of the same roots, with opposite directions, into one lineage. */
final class LineageUnion {
  private record Key(int effect, int cause, EdgeKind kind, long firstLsn) {}

  private final Map<String, LineageNode> nodes = new LinkedHashMap<>();
  private final Map<Key, Integer> places = new HashMap<>();
  private final List<LineageEdge> edges = new ArrayList<>();
  private final Set<LineageChange> changes = new LinkedHashSet<>();

  private LineageUnion() {}

  /** Returns the union of two lineages. It has the query of the first. */
  static Lineage of(Lineage one, Lineage other) {
    LineageUnion union = new LineageUnion();
    union.add(one);
    union.add(other);
    return new Lineage(
        one.query(),
        List.copyOf(union.nodes.values()),
        union.edges,
        union.summary(one.summary(), other.summary()),
        List.copyOf(union.changes));
  }

  private int place(LineageNode node) {
    return Objects.requireNonNull(nodes.get(node.key())).index();
  }

  private void add(Lineage lineage) {
    for (LineageNode node : lineage.nodes()) {
      nodes.computeIfAbsent(node.key(), key -> node.at(nodes.size()));
    }
    List<Integer> moved = new ArrayList<>();
    for (LineageEdge edge : lineage.edges()) {
      int effect = place(lineage.effect(edge));
      int cause = place(lineage.cause(edge));
      Key key = new Key(effect, cause, edge.kind(), edge.firstLsn());
      if (places.putIfAbsent(key, edges.size()) == null) {
        edges.add(edge.between(effect, cause));
      }
      moved.add(places.get(key));
    }
    for (LineageChange change : lineage.changes()) {
      changes.add(new LineageChange(moved.get(change.edge()), change.extended()));
    }
  }

  /**
   * Returns the summary of the union. Counts nodes that both lineages omit twice, since they may be
   * different nodes.
   */
  private LineageSummary summary(LineageSummary one, LineageSummary other) {
    Set<Gap> gaps = new LinkedHashSet<>(one.gaps());
    gaps.addAll(other.gaps());
    return new LineageSummary(
        nodes.size(),
        edges.size(),
        one.beyondDepth() + other.beyondDepth(),
        one.beyondCount() + other.beyondCount(),
        one.hidden() + other.hidden(),
        one.passed() + other.passed(),
        one.hiddenCode() + other.hiddenCode(),
        List.copyOf(gaps),
        one.hosts().and(other.hosts()));
  }
}
