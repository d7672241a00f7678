// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.storage.neo4j.cypher.OpenGraph;
import org.neo4j.graphdb.Node;

/**
 * One half of a search for paths: the descendants of the sources, or the ancestors of the sinks. An
 * edge lies on a path from a source to a sink if both halves contain it, and if the source reached
 * the edge's cause before the edge's effect ceased to matter to the sink.
 */
final class LineageHalf implements LineageVisitor {
  private record Reached(boolean isObject, long id, int version) {}

  private record Edge(Reached effect, Reached cause, EdgeKind kind, long firstLsn) {}

  private final OpenGraph graph;
  private final List<Reached> nodes = new ArrayList<>();
  private final Map<Reached, Long> bounds = new HashMap<>();
  private final Map<Edge, Boolean> edges = new LinkedHashMap<>();

  LineageHalf(OpenGraph graph) {
    this.graph = graph;
  }

  @Override
  public void node(int index, NodeType type, long id, int version, long boundLsn, int depth) {
    graph.requireRunning();
    Reached node = new Reached(type == NodeType.OBJECT, id, version);
    nodes.add(node);
    bounds.put(node, boundLsn);
  }

  @Override
  public void extended(int index, long boundLsn) {
    bounds.put(nodes.get(index), boundLsn);
  }

  @Override
  public void edge(
      int effect,
      int cause,
      EdgeKind kind,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    edges.put(new Edge(nodes.get(effect), nodes.get(cause), kind, firstLsn), true);
  }

  /** Returns the edges of these ancestors that are among the descendants too, latest first. */
  Stream<BetweenRow> joined(LineageHalf descendants) {
    return edges.keySet().stream()
        .filter(descendants.edges::containsKey)
        .filter(edge -> isInTime(edge, descendants.bound(edge.cause())))
        .map(this::row);
  }

  /**
   * Returns whether the source reached the edge in time. Links between sources are not checked,
   * since their LSN applies to only one of the two processes.
   */
  private boolean isInTime(Edge edge, long reachedLsn) {
    boolean isCrossing = edge.kind() == EdgeKind.SENT || edge.kind() == EdgeKind.RECEIVED;
    return isCrossing || reachedLsn <= bound(edge.effect());
  }

  private long bound(Reached node) {
    return Objects.requireNonNull(bounds.get(node));
  }

  private BetweenRow row(Edge edge) {
    return new BetweenRow(
        node(edge.effect()),
        LineageRows.relationship(
            graph, edge.kind(), edge.effect().id(), edge.cause().id(), edge.firstLsn()),
        node(edge.cause()),
        edge.firstLsn());
  }

  private Node node(Reached reached) {
    return reached.isObject() ? graph.object(reached.id()) : graph.process(reached.id());
  }
}
