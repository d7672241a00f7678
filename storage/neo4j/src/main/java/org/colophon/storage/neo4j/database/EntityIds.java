// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;

/**
 * Neo4j's internal ids as numbers. They are valid until their entity is deleted, and Colophon
 * deletes none. Neo4j prefers element ids, but these are strings that each call builds and parses.
 */
@SuppressWarnings("removal") // strings would take half the time of a write
public final class EntityIds {
  private EntityIds() {}

  public static long of(Node node) {
    return node.getId();
  }

  public static long of(Relationship relationship) {
    return relationship.getId();
  }

  /** Returns the start node of a relationship without a lookup. */
  public static long start(Relationship relationship) {
    return relationship.getStartNodeId();
  }

  /** Returns the end node of a relationship without a lookup. */
  public static long end(Relationship relationship) {
    return relationship.getEndNodeId();
  }

  public static Node node(Transaction transaction, long id) {
    return transaction.getNodeById(id);
  }

  /** Returns an existing node without checking it. */
  public static Node knownNode(Transaction transaction, long id) {
    return ((InternalTransaction) transaction).newNodeEntity(id);
  }

  public static Relationship relationship(Transaction transaction, long id) {
    return transaction.getRelationshipById(id);
  }

  /**
   * Returns a relationship from one node to another that the predicate accepts, or null. Searches
   * from the node with fewer relationships of the type.
   */
  public static @Nullable Relationship between(
      Node from, Node to, RelationshipType type, Predicate<Relationship> fits) {
    boolean isFrom =
        from.getDegree(type, Direction.OUTGOING) <= to.getDegree(type, Direction.INCOMING);
    Node near = isFrom ? from : to;
    Direction direction = isFrom ? Direction.OUTGOING : Direction.INCOMING;
    long far = of(isFrom ? to : from);
    try (ResourceIterator<Relationship> each = near.getRelationships(direction, type).iterator()) {
      while (each.hasNext()) {
        Relationship relation = each.next();
        if ((isFrom ? end(relation) : start(relation)) == far && fits.test(relation)) {
          return relation;
        }
      }
    }
    return null;
  }
}
