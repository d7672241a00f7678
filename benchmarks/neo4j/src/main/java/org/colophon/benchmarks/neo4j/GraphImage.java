// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;

/**
 * A graph in memory, and a loop that writes it directly through Neo4j's core API, for comparison
 * with the adapter. The loop has every advantage. It has the final form of every node and
 * relationship, so it looks nothing up and changes nothing twice. It has the nodes of its
 * transaction as objects, and earlier nodes by Neo4j's number. Relationships have the adapter's
 * order, and each node precedes its first relationship.
 */
final class GraphImage {
  private final List<Label[]> labels = new ArrayList<>();
  private final List<Object[]> nodes = new ArrayList<>();
  private final List<RelationshipType> types = new ArrayList<>();
  private final List<Object[]> relationships = new ArrayList<>();
  private final Map<Long, Integer> indexOf = new HashMap<>();
  private int[] from = new int[1 << 10];
  private int[] to = new int[1 << 10];

  private GraphImage() {}

  /** Reads a graph. Excludes the adapter's internal nodes, which every open database has. */
  static GraphImage of(GraphDatabase database) {
    GraphImage image = new GraphImage();
    database.read(
        transaction -> {
          try (var all = transaction.getAllNodes()) {
            all.forEach(image::add);
          }
          try (var all = transaction.getAllRelationships()) {
            all.forEach(image::add);
          }
          return null;
        });
    image.indexOf.clear();
    return image;
  }

  private void add(Node node) {
    if (!node.hasLabel(NodeLabel.COLOPHON)) {
      List<Label> its = new ArrayList<>();
      node.getLabels().forEach(its::add);
      indexOf.put(EntityIds.of(node), nodes.size());
      labels.add(its.toArray(Label[]::new));
      nodes.add(properties(node));
    }
  }

  private void add(Relationship relation) {
    int index = relationships.size();
    if (index == from.length) {
      from = Arrays.copyOf(from, 2 * index);
      to = Arrays.copyOf(to, 2 * index);
    }
    from[index] = Objects.requireNonNull(indexOf.get(EntityIds.start(relation)));
    to[index] = Objects.requireNonNull(indexOf.get(EntityIds.end(relation)));
    types.add(relation.getType());
    relationships.add(properties(relation));
  }

  /** Returns keys and values, alternately. */
  private static Object[] properties(Entity entity) {
    Map<String, Object> all = entity.getAllProperties();
    Object[] flat = new Object[2 * all.size()];
    int at = 0;
    for (Map.Entry<String, Object> each : all.entrySet()) {
      flat[at++] = each.getKey().intern();
      flat[at++] = each.getValue();
    }
    return flat;
  }

  /** Returns the number of nodes and relationships. */
  int entities() {
    return nodes.size() + relationships.size();
  }

  /**
   * Writes the whole graph.
   *
   * @param entitiesPerTransaction number of nodes and relationships in each transaction
   */
  void writeTo(GraphDatabaseService database, int entitiesPerTransaction) {
    Writing writing = new Writing(database, entitiesPerTransaction);
    for (int index = 0; index < relationships.size(); index++) {
      writing.relationship(index);
    }
    for (int index = 0; index < nodes.size(); index++) {
      writing.node(index);
    }
    writing.commit();
  }

  private final class Writing {
    private final GraphDatabaseService database;
    private final int limit;
    private final long[] ids = new long[nodes.size()];
    private final Node[] atHand = new Node[nodes.size()];
    private final List<Integer> used = new ArrayList<>();
    private Transaction transaction;
    private int entities;

    Writing(GraphDatabaseService database, int limit) {
      this.database = database;
      this.limit = limit;
      this.transaction = database.beginTx();
      Arrays.fill(ids, -1);
    }

    void relationship(int index) {
      Node start = node(from[index]);
      Relationship made = start.createRelationshipTo(node(to[index]), types.get(index));
      set(made, relationships.get(index));
      if (++entities >= limit) {
        commit();
        transaction = database.beginTx();
      }
    }

    Node node(int index) {
      Node known = atHand[index];
      if (known == null) {
        known = ids[index] < 0 ? create(index) : EntityIds.node(transaction, ids[index]);
        atHand[index] = known;
        used.add(index);
      }
      return known;
    }

    private Node create(int index) {
      Node made = transaction.createNode(labels.get(index));
      set(made, nodes.get(index));
      ids[index] = EntityIds.of(made);
      entities++;
      return made;
    }

    private static void set(Entity entity, Object[] properties) {
      for (int i = 0; i < properties.length; i += 2) {
        entity.setProperty((String) properties[i], properties[i + 1]);
      }
    }

    void commit() {
      transaction.commit();
      transaction.close();
      used.forEach(index -> atHand[index] = null);
      used.clear();
      entities = 0;
    }
  }
}
