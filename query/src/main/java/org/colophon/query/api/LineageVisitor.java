package org.colophon.query.api;

/**
 * Receives a lineage while it is found, on the calling thread, in the order in which nodes are
 * settled: by decreasing LSN for ancestors, by increasing LSN for descendants. An edge comes after
 * both its ends.
 */
public interface LineageVisitor {
  /** Receives nothing, for callers that want the summary only. */
  LineageVisitor NONE = (index, type, id, version, boundLsn, depth) -> {};

  /**
   * Receives a node, settled with its bound.
   *
   * @param index counts nodes from 0; edges name their ends by it
   * @param version of an object, counted from 0; 0 for a process
   * @param boundLsn ancestors: the latest LSN at which it matters; descendants: the earliest
   * @param depth number of steps from a root
   */
  void node(int index, NodeType type, long id, int version, long boundLsn, int depth);

  /**
   * Receives an edge; ignored by default.
   *
   * @param effect index of the node that was influenced
   * @param cause index of the node that influenced it
   * @param lastLsn {@link org.colophon.core.model.Lsn#OPEN} while its end is not stored
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
   * Receives a better bound of an earlier node. This only happens where data crosses to another
   * source, because LSNs do not order operations of two sources.
   *
   * @param boundLsn the better bound
   */
  default void extended(int index, long boundLsn) {}

  /** Returns whether to continue; called after each node. */
  default boolean wantsMore() {
    return true;
  }
}
