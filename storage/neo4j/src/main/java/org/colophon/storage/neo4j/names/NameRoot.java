package org.colophon.storage.neo4j.names;

import org.colophon.storage.neo4j.database.NodeLabel;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/** The node of the tree of names from which all paths begin. */
final class NameRoot {
  private NameRoot() {}

  /** The root, or null before the first name. */
  static Node find(Transaction transaction) {
    try (ResourceIterator<Node> found = transaction.findNodes(NodeLabel.NAME_ROOT)) {
      return found.hasNext() ? found.next() : null;
    }
  }

  static Node findOrCreate(Transaction transaction) {
    Node found = find(transaction);
    return found != null ? found : transaction.createNode(NodeLabel.NAME, NodeLabel.NAME_ROOT);
  }
}
