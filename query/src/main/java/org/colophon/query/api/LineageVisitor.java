// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

/**
 * Receives a lineage during the search, on the calling thread, in the order in which nodes are
 * settled. For ancestors, this is by decreasing LSN; for descendants, by increasing LSN. An edge
 * follows both its ends.
 */
public interface LineageVisitor {
  /** Ignores all nodes, for callers that need only the summary. */
  LineageVisitor NONE = (index, type, id, version, boundLsn, depth) -> {};

  /**
   * Receives a settled node.
   *
   * @param index number of the node, counted from 0; edges refer to it
   * @param version version of an object, counted from 0; 0 for a process
   * @param boundLsn the latest LSN that counts for ancestors, the earliest for descendants
   * @param depth number of steps from a root
   */
  void node(int index, NodeType type, long id, int version, long boundLsn, int depth);

  /**
   * Receives an edge. The default ignores it.
   *
   * @param effect index of the node that was influenced
   * @param cause index of the node that influenced it
   * @param lastLsn {@link org.colophon.core.model.Lsn#OPEN} until the end of the edge is stored
   */
  default void edge(
      int effect,
      int cause,
      EdgeKind kind,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {}

  /**
   * Receives a wider bound of an earlier node. This happens only where data crosses to another
   * source, because LSNs do not order operations of two sources.
   *
   * @param boundLsn the wider bound
   */
  default void extended(int index, long boundLsn) {}

  /** Returns whether the search continues. Called after each node. */
  default boolean wantsMore() {
    return true;
  }
}
