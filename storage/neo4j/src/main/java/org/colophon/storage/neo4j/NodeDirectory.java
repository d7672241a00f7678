package org.colophon.storage.neo4j;

import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * The nodes of processes, or of objects, by Colophon's ids, for the writer. What it met lately it
 * remembers, what it never met above the largest id so far is new, and the rest it asks the unique
 * index for. One thread.
 */
final class NodeDirectory {
  private final Label label;
  private final LongCache nodes;
  private Transaction transaction;
  private long top;

  NodeDirectory(Label label, int remembered) {
    this.label = label;
    this.nodes = new LongCache(remembered);
  }

  /**
   * Goes on within a transaction.
   *
   * @param topId no larger id has a node
   */
  void begin(Transaction current, long topId) {
    transaction = current;
    top = topId;
  }

  /** No larger id has a node. */
  long top() {
    return top;
  }

  /** The node with an id, created with nothing but that if there is none. */
  Node get(long id) {
    final long known = nodes.get(id);
    if (known != LongCache.ABSENT) {
      return EntityIds.knownNode(transaction, known);
    }
    Node node = id > top ? null : transaction.findNode(label, PropertyKey.ID, id);
    if (node == null) {
      node = transaction.createNode(label);
      node.setProperty(PropertyKey.ID, id);
      top = Math.max(top, id);
    }
    nodes.put(id, EntityIds.of(node));
    return node;
  }

  /** What a transaction created is gone that was rolled back. */
  void forget() {
    nodes.clear();
  }
}
