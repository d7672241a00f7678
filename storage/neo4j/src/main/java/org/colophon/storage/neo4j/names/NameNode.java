// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import org.jspecify.annotations.Nullable;

/** A cached node of the tree of names at its current position, for the writer. */
final class NameNode {
  /** Value of {@link #binding} before it is looked up. */
  static final long UNKNOWN = -1;

  /** Value of {@link #binding} if the node has none. */
  static final long NONE = -2;

  /** Neo4j's id of the node. */
  final long node;

  /** The position; null for the root. */
  @Nullable TreePosition place;

  /** The node above it; null for the root. */
  @Nullable NameNode parent;

  /** Neo4j's id of the BELOW relationship above it. */
  long edge;

  /** Neo4j's id of the current NAMES relationship. */
  long binding;

  /** True if all current children are cached. Any other child is then new. */
  boolean isComplete;

  private NameNode(long node, long binding, boolean isComplete) {
    this.node = node;
    this.binding = binding;
    this.isComplete = isComplete;
  }

  /** Creates a new node without children. */
  static NameNode fresh(long node) {
    return new NameNode(node, NONE, true);
  }

  /** Creates a node with unknown state. */
  static NameNode found(long node) {
    return new NameNode(node, UNKNOWN, false);
  }
}
