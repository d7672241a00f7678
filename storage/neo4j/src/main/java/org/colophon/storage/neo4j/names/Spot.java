package org.colophon.storage.neo4j.names;

/** A node of the tree of names as the writer knows it, at its place of this moment. */
final class Spot {
  /** As {@link #binding}: has not been looked for. */
  static final long UNKNOWN = -1;

  /** As {@link #binding}: nothing is bound here. */
  static final long NONE = -2;

  /** Neo4j's id of the node. */
  final long node;

  /** The place where it is; null for the root. */
  Place place;

  /** The node above it; null for the root. */
  Spot parent;

  /** Neo4j's id of the BELOW relationship by which it is there. */
  long edge;

  /** Neo4j's id of the NAMES relationship that holds here. */
  long binding;

  /** Whether every node below it at this moment is in the cache, so that others are new. */
  boolean isComplete;

  private Spot(long node, long binding, boolean isComplete) {
    this.node = node;
    this.binding = binding;
    this.isComplete = isComplete;
  }

  /** A node that was made this moment, with nothing below it. */
  static Spot fresh(long node) {
    return new Spot(node, NONE, true);
  }

  /** A node of which nothing is known yet. */
  static Spot found(long node) {
    return new Spot(node, UNKNOWN, false);
  }
}
