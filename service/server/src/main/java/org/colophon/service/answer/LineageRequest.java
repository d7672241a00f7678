package org.colophon.service.answer;

import java.util.List;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;

/**
 * A question about a lineage.
 *
 * @param targets as people write them, at least one
 * @param depth number of steps; negative for 3, or more as long as the answer is small, or with
 *     {@code all} for no limit
 * @param limit most nodes
 * @param bytes asks for the origins of bytes instead, as a target with a range of bytes does
 */
public record LineageRequest(
    List<String> targets,
    Direction direction,
    int depth,
    int limit,
    LineageFilter filter,
    boolean bytes) {
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

  /** Returns whether the depth may grow as long as the answer is small. */
  boolean mayGrow() {
    return depth < 0 && !filter.all();
  }
}
