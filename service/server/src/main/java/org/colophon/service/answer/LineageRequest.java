package org.colophon.service.answer;

import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;

/**
 * A question about a lineage.
 *
 * @param target as people write it
 * @param depth how many steps to go; negative for 3, or with {@code all} as far as it goes
 * @param limit at most so many things
 */
public record LineageRequest(
    String target, Direction direction, int depth, int limit, LineageFilter filter) {
  private static final int DEFAULT_DEPTH = 3;

  int maxDepth() {
    if (depth >= 0) {
      return depth;
    }
    return filter.all() ? LineageQuery.UNLIMITED : DEFAULT_DEPTH;
  }
}
