// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.RelationType;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Transaction;

/**
 * Finds the paths of nodes, from the node upwards. At each LSN a node has one position. The search
 * keeps the LSNs at which all edges of a path hold, so it ends even if directories were exchanged.
 */
final class PathFinder {
  /** Receives a path of a node from one LSN to another. */
  @FunctionalInterface
  interface PathVisitor {
    void path(Bytes path, long fromLsn, long toLsn);
  }

  /** The end of a path; {@code below} is null after the last segment. */
  private record Tail(Bytes segment, @Nullable Tail below) {
    /** Returns the whole path. Does not recurse, since a path may have thousands of segments. */
    Bytes join() {
      int length = -1;
      for (Tail each = this; each != null; each = each.below) {
        length += 1 + each.segment.length();
      }
      byte[] joined = new byte[length];
      int at = 0;
      for (Tail each = this; each != null; each = each.below) {
        each.segment.copyTo(joined, at);
        at += each.segment.length();
        if (each.below != null) {
          joined[at++] = '/';
        }
      }
      return Bytes.wrap(joined);
    }
  }

  /** The tail of a path below a node. */
  private record Step(long node, long fromLsn, long toLsn, @Nullable Tail tail) {}

  private final Transaction transaction;
  private final long root;
  private final Map<Long, List<Edge>> edgesAbove = new HashMap<>();

  /**
   * @param root Neo4j's id of the root
   */
  PathFinder(Transaction transaction, long root) {
    this.transaction = transaction;
    this.root = root;
  }

  /** Visits the paths of a node between two LSNs, in no particular order. */
  void visit(long name, long fromLsn, long toLsn, PathVisitor visitor) {
    Deque<Step> steps = new ArrayDeque<>();
    steps.push(new Step(name, fromLsn, toLsn, null));
    while (!steps.isEmpty()) {
      Step step = steps.pop();
      if (step.node == root) {
        report(step, visitor);
      } else {
        followUp(step, steps);
      }
    }
  }

  private static void report(Step step, PathVisitor visitor) {
    if (step.tail != null) {
      visitor.path(step.tail.join(), step.fromLsn, step.toLsn);
    }
  }

  private void followUp(Step step, Deque<Step> steps) {
    List<Edge> edges = edgesAbove.computeIfAbsent(step.node, this::edgesAbove);
    for (int i = firstAfter(edges, step.fromLsn); i < edges.size(); i++) {
      Edge edge = edges.get(i);
      long from = Math.max(step.fromLsn, edge.fromLsn());
      long to = Math.min(step.toLsn, edge.toLsn());
      if (from >= to) {
        return;
      }
      steps.push(new Step(edge.parent(), from, to, new Tail(edge.segment(), step.tail)));
    }
  }

  /** Returns the edges in order of time; they do not overlap. */
  private List<Edge> edgesAbove(long node) {
    List<Edge> edges = new ArrayList<>();
    try (ResourceIterable<Relationship> all =
        EntityIds.node(transaction, node)
            .getRelationships(Direction.INCOMING, RelationType.BELOW)) {
      for (Relationship below : all) {
        Edge edge = Edge.of(below);
        if (!edge.isEmpty()) {
          edges.add(edge);
        }
      }
    }
    edges.sort(Comparator.comparingLong(Edge::fromLsn));
    return edges;
  }

  /** Returns the index of the first edge that ends after an LSN. */
  private static int firstAfter(List<Edge> edges, long lsn) {
    int low = 0;
    int high = edges.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (edges.get(middle).toLsn() > lsn) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
