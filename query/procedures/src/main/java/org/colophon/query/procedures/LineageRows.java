// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.naming.NodeFilter;
import org.colophon.storage.neo4j.cypher.OpenGraph;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/**
 * Keeps the nodes of a lineage, each with the first edge that reached it. Rows are created on
 * demand, so a statement with ten rows looks up ten nodes.
 */
final class LineageRows implements LineageVisitor {
  private static final class Reached {
    final boolean isObject;
    final long id;
    final int depth;
    long boundLsn;

    /** The node at the other end of the edge that reached this one; null for a root. */
    @Nullable Reached near;

    @Nullable EdgeKind kind;
    long firstLsn;

    Reached(boolean isObject, long id, int depth, long boundLsn) {
      this.isObject = isObject;
      this.id = id;
      this.depth = depth;
      this.boundLsn = boundLsn;
    }
  }

  private final OpenGraph graph;
  private final boolean isAncestors;
  private final List<Reached> nodes = new ArrayList<>();

  LineageRows(OpenGraph graph, Direction direction) {
    this.graph = graph;
    this.isAncestors = direction == Direction.ANCESTORS;
  }

  @Override
  public void node(int index, NodeType type, long id, int version, long boundLsn, int depth) {
    graph.requireRunning();
    nodes.add(new Reached(type == NodeType.OBJECT, id, depth, boundLsn));
  }

  @Override
  public void extended(int index, long boundLsn) {
    nodes.get(index).boundLsn = boundLsn;
  }

  /** Keeps the edge that reached the newest node. The engine reports it just after the node. */
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
    int far = isAncestors ? cause : effect;
    int near = isAncestors ? effect : cause;
    Reached node = nodes.get(far);
    if (far == nodes.size() - 1 && near != far && node.near == null) {
      node.near = nodes.get(near);
      node.kind = kind;
      node.firstLsn = firstLsn;
    }
  }

  /** Returns the rows after filtering. A hidden program stays if it connects shown nodes. */
  Stream<LineageRow> stream(NodeFilter filter) {
    Set<Reached> joining = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Reached> rows = new ArrayDeque<>();
    for (int i = nodes.size() - 1; i >= 0; i--) {
      Reached found = nodes.get(i);
      boolean isShown =
          found.isObject
              ? !filter.isElsewhere(found.id)
              : joining.contains(found) || !filter.hidesProgram(found.id);
      if (isShown || found.near == null) {
        rows.addFirst(found);
      }
      if (found.near != null && (isShown || joining.contains(found))) {
        joining.add(found.near);
      }
    }
    return rows.stream().map(this::row);
  }

  private LineageRow row(Reached found) {
    Node node = found.isObject ? graph.object(found.id) : graph.process(found.id);
    return new LineageRow(node, relationship(found), found.depth, found.boundLsn);
  }

  private @Nullable Relationship relationship(Reached found) {
    if (found.near == null) {
      return null;
    }
    long effect = isAncestors ? found.near.id : found.id;
    long cause = isAncestors ? found.id : found.near.id;
    return relationship(graph, Objects.requireNonNull(found.kind), effect, cause, found.firstLsn);
  }

  /** Returns the relationship of an edge between Colophon's ids, or null. */
  static @Nullable Relationship relationship(
      OpenGraph graph, EdgeKind kind, long effect, long cause, long lsn) {
    return switch (kind) {
      case READ, CODE -> graph.access(effect, cause, AccessMode.valueOf(kind.name()), lsn);
      case WRITE, NAME -> graph.access(cause, effect, AccessMode.valueOf(kind.name()), lsn);
      case ATTRIBUTES -> graph.access(cause, effect, AccessMode.TOUCH, lsn);
      case DERIVATION -> graph.derivation(effect, cause, lsn);
      default -> graph.link(effect, cause, LinkKind.valueOf(kind.name()), lsn);
    };
  }
}
