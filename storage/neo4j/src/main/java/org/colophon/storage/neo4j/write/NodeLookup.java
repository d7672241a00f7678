// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.write;

import java.util.Objects;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * Finds or creates the nodes of processes or objects by Colophon's ids, for the writer. Remembers
 * recent nodes. Ids above the largest known id are new; the index finds other nodes. One thread.
 */
final class NodeLookup {
  private final Label label;
  private final LongCache nodes;
  private @Nullable Transaction transaction;
  private long top;

  NodeLookup(Label label, int remembered) {
    this.label = label;
    this.nodes = new LongCache(remembered);
  }

  /**
   * Continues within a transaction.
   *
   * @param topId the largest id that has a node
   */
  void begin(Transaction current, long topId) {
    transaction = current;
    top = topId;
  }

  /** Returns the largest id that has a node. */
  long top() {
    return top;
  }

  /** Returns the node of an id; creates a missing one with only the id. */
  Node get(long id) {
    Transaction current = Objects.requireNonNull(transaction);
    final long known = nodes.get(id);
    if (known != LongCache.ABSENT) {
      return EntityIds.knownNode(current, known);
    }
    Node node = id > top ? null : current.findNode(label, PropertyKey.ID, id);
    if (node == null) {
      node = current.createNode(label);
      node.setProperty(PropertyKey.ID, id);
      top = Math.max(top, id);
    }
    nodes.put(id, EntityIds.of(node));
    return node;
  }

  /** Forgets everything after a rollback. */
  void forget() {
    nodes.clear();
  }
}
