// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

import java.util.List;

/**
 * A collected lineage.
 *
 * @param query the query.
 * @param nodes nodes, in the order in which they were settled; roots have depth 0.
 * @param edges edges, in the order in which both ends were settled.
 * @param changes records attached to the lineage's writes, ordered by edge and LSN; empty if the
 *     query does not include them.
 * @param byContent inputs whose content other objects had before; never part of nodes and edges.
 */
public record Lineage(
    LineageQuery query,
    List<LineageNode> nodes,
    List<LineageEdge> edges,
    LineageSummary summary,
    List<LineageChange> changes,
    List<ContentMatch> byContent) {
  public Lineage {
    byContent = List.copyOf(byContent);
    changes = List.copyOf(changes);
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  /** Constructs a lineage of observed nodes and edges only. */
  public Lineage(
      LineageQuery query,
      List<LineageNode> nodes,
      List<LineageEdge> edges,
      LineageSummary summary,
      List<LineageChange> changes) {
    this(query, nodes, edges, summary, changes, List.of());
  }

  /** Returns this lineage with inputs whose content other objects had before. */
  public Lineage matching(List<ContentMatch> matches) {
    return new Lineage(query, nodes, edges, summary, changes, matches);
  }

  /**
   * Returns this lineage with the host's name in each node, if there are several hosts.
   *
   * @param queriedHost the name of the query's host
   */
  public Lineage namingHosts(String queriedHost) {
    if (!summary.hosts().isOfSeveral()) {
      return this;
    }
    return new Lineage(
        query,
        nodes.stream()
            .map(node -> node.host().isEmpty() ? node.onHost(queriedHost, node.index()) : node)
            .toList(),
        edges,
        summary.over(summary.hosts().naming(queriedHost)),
        changes,
        byContent);
  }

  /** Returns the union with a lineage of the same roots in the opposite direction. */
  public Lineage and(Lineage other) {
    return LineageUnion.of(this, other);
  }

  /** Returns whether the lineage has only roots. */
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
