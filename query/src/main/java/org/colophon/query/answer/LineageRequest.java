// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import java.util.List;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;

/**
 * A lineage request.
 *
 * @param targets targets as users write them, at least one
 * @param depth number of steps; negative for the default
 * @param limit maximum number of nodes
 * @param bytes true to request the origins of bytes
 * @param observedOnly true to omit possible sources by content
 */
public record LineageRequest(
    List<String> targets,
    Direction direction,
    int depth,
    int limit,
    LineageFilter filter,
    boolean bytes,
    boolean observedOnly) {
  private static final int DEFAULT_DEPTH = 3;

  public LineageRequest {
    targets = List.copyOf(targets);
  }

  int maxDepth() {
    if (depth >= 0) {
      return depth;
    }
    return filter.all() ? LineageQuery.UNLIMITED : DEFAULT_DEPTH;
  }

  /** Returns whether the depth may be increased while the answer is small. */
  boolean mayGrow() {
    return depth < 0 && !filter.all();
  }
}
