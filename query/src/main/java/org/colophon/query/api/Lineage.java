package org.colophon.query.api;

import java.util.List;

/**
 * A collected lineage.
 *
 * @param query what was asked
 * @param nodes in the order in which they were settled; the roots among them have depth 0
 * @param edges each after both its ends were settled
 */
public record Lineage(
    LineageQuery query, List<LineageNode> nodes, List<LineageEdge> edges, LineageSummary summary) {
  public Lineage {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  /** Whether nothing but the roots was found. */
  public boolean isEmpty() {
    return edges.isEmpty();
  }

  public LineageNode effect(LineageEdge edge) {
    return nodes.get(edge.effect());
  }

  public LineageNode cause(LineageEdge edge) {
    return nodes.get(edge.cause());
  }
}
