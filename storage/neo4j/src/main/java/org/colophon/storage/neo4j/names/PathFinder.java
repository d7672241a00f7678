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
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Transaction;

/**
 * Finds the paths that nodes of the tree of names had, from below. At each LSN a node is in one
 * place only, so following common time upwards ends, though folders may have changed places.
 */
final class PathFinder {
  /** Receives a path that a node had from one LSN to another. */
  @FunctionalInterface
  interface PathVisitor {
    void path(Bytes path, long fromLsn, long toLsn);
  }

  /** The end of a path; below null after the last part. */
  private record Tail(Bytes segment, Tail below) {
    /** The whole path. A loop, since paths may have thousands of parts. */
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

  /** What is known on the way: the tail of a path that begins below a node. */
  private record Step(long node, long fromLsn, long toLsn, Tail tail) {}

  private final Transaction transaction;
  private final long root;
  private final Map<Long, List<Edge>> edgesAbove = new HashMap<>();

  /**
   * @param root Neo4j's id of the node from which all paths begin
   */
  PathFinder(Transaction transaction, long root) {
    this.transaction = transaction;
    this.root = root;
  }

  /** Visits the paths that a node had between two LSNs, in no particular order. */
  void visit(long name, long fromLsn, long toLsn, PathVisitor visitor) {
    Deque<Step> steps = new ArrayDeque<>();
    steps.push(new Step(name, fromLsn, toLsn, null));
    while (!steps.isEmpty()) {
      Step step = steps.pop();
      if (step.node == root) {
        tell(step, visitor);
      } else {
        climb(step, steps);
      }
    }
  }

  private static void tell(Step step, PathVisitor visitor) {
    if (step.tail != null) {
      visitor.path(step.tail.join(), step.fromLsn, step.toLsn);
    }
  }

  private void climb(Step step, Deque<Step> steps) {
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

  /** In order of time; they follow each other. */
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

  /** The index of the first edge that ended after an LSN. */
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
