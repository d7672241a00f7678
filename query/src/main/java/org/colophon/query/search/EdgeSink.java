package org.colophon.query.search;

/** Receives the edges of one node from an {@link Expander}. */
interface EdgeSink {
  /**
   * Accepts an edge to follow.
   *
   * @param isObject whether the far end is an object
   * @param id the far end's id
   * @param bound the bound with which it is reached
   * @param limit for an object: how far the edge extends into older (ancestors) or newer
   *     (descendants) versions
   */
  void edge(
      boolean isObject,
      long id,
      long bound,
      long limit,
      int kind,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos);

  /** Receives an edge to code that the query left out. */
  void hiddenCode();
}
