// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

/** Receives the edges of one node from an {@link Expander}. */
interface EdgeSink {
  /**
   * Accepts an edge to follow.
   *
   * @param isObject whether the far end is an object.
   * @param id the far end's id.
   * @param bound the bound of the far end.
   * @param limit for an object, the LSN up to which the edge extends into older versions
   *     (ancestors) or newer versions (descendants).
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

  /** Counts an edge to code that the query omits. */
  void hiddenCode();
}
