// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import java.util.Arrays;
import java.util.Map;
import org.colophon.benchmarks.result.Figures;
import org.colophon.core.error.ErrorCode;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/**
 * Size and digest of a graph: nodes, relationships, properties, and sums over the intervals. The
 * digest is independent of order and of Neo4j's ids. Excludes the adapter's own bookkeeping.
 */
record GraphFacts(
    long processes,
    long objects,
    long nodes,
    long relationships,
    long properties,
    long count,
    long bytes,
    long digest) {

  /** Reads the whole graph. */
  static GraphFacts of(GraphDatabase database) {
    return database.read(
        transaction -> {
          Tally tally = new Tally();
          try (var nodes = transaction.getAllNodes()) {
            nodes.forEach(tally::add);
          }
          try (var relationships = transaction.getAllRelationships()) {
            relationships.forEach(tally::add);
          }
          return tally.facts();
        });
  }

  /** Fails unless another graph is the same. */
  void requireSame(String what, GraphFacts other) {
    if (!equals(other)) {
      throw ErrorCode.STORE_CORRUPT.exception(what + " has " + other + " instead of " + this);
    }
  }

  /** Fails unless the sums over the intervals, and the declarations, equal the reported values. */
  void requireReported(long copies, Sums sums) {
    if (processes != copies || objects != copies + 1 || !new Sums(count, bytes).equals(sums)) {
      throw ErrorCode.STORE_CORRUPT.exception(this + " of " + copies + " copies with " + sums);
    }
  }

  /** Returns the values as columns of a table. */
  Figures columns() {
    return Figures.of("nodes", nodes)
        .and("relationships", relationships)
        .and("properties", properties);
  }

  private static final class Tally {
    private long processes;
    private long objects;
    private long nodes;
    private long relationships;
    private long properties;
    private long count;
    private long bytes;
    private long digest;

    void add(Node node) {
      if (!node.hasLabel(NodeLabel.COLOPHON)) {
        nodes++;
        processes += node.hasLabel(NodeLabel.PROCESS) ? 1 : 0;
        objects += node.hasLabel(NodeLabel.OBJECT) ? 1 : 0;
        digest += mix(labels(node), properties(node));
      }
    }

    void add(Relationship relation) {
      relationships++;
      count += (long) relation.getProperty(PropertyKey.COUNT, 0L);
      bytes += (long) relation.getProperty(PropertyKey.BYTES, 0L);
      long ends = mix(key(relation.getStartNode()), key(relation.getEndNode()));
      digest += mix(mix(relation.getType().name().hashCode(), ends), properties(relation));
    }

    private static long key(Node node) {
      return mix(labels(node), node.getProperty(PropertyKey.ID, 0L).hashCode());
    }

    private static long labels(Node node) {
      long sum = 0;
      for (Label label : node.getLabels()) {
        sum += mix(label.name().hashCode(), 0);
      }
      return sum;
    }

    private long properties(Entity entity) {
      long sum = 0;
      for (Map.Entry<String, Object> each : entity.getAllProperties().entrySet()) {
        properties++;
        Object[] value = {each.getValue()}; // the value may itself be an array
        sum += mix(each.getKey().hashCode(), Arrays.deepHashCode(value));
      }
      return sum;
    }

    /** Mixes two numbers with Stafford's variant 13 of MurmurHash3's finalizer. */
    private static long mix(long one, long other) {
      long h = one * 0x9E3779B97F4A7C15L + other;
      h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
      h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
      return h ^ (h >>> 31);
    }

    GraphFacts facts() {
      return new GraphFacts(
          processes, objects, nodes, relationships, properties, count, bytes, digest);
    }
  }
}
