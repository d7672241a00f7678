package org.colophon.storage.neo4j.database;

import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;

/**
 * Neo4j's own ids as numbers. They are good as long as what they belong to is not deleted, and
 * nothing of ours ever is. Neo4j would rather have its element ids used, which are strings that are
 * built and parsed at each call.
 */
@SuppressWarnings("removal") // see above: half the time of a write would go into strings
public final class EntityIds {
  private EntityIds() {}

  public static long of(Node node) {
    return node.getId();
  }

  public static long of(Relationship relationship) {
    return relationship.getId();
  }

  /** The Neo4j id of the node that a relationship leaves, without looking the node up. */
  public static long start(Relationship relationship) {
    return relationship.getStartNodeId();
  }

  /** The Neo4j id of the node that a relationship points to, without looking the node up. */
  public static long end(Relationship relationship) {
    return relationship.getEndNodeId();
  }

  public static Node node(Transaction transaction, long id) {
    return transaction.getNodeById(id);
  }

  /** A node that its caller knows to be there: it is not looked at before it is used. */
  public static Node knownNode(Transaction transaction, long id) {
    return ((InternalTransaction) transaction).newNodeEntity(id);
  }

  public static Relationship relationship(Transaction transaction, long id) {
    return transaction.getRelationshipById(id);
  }
}
