// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

import java.util.List;
import java.util.Map;

/**
 * Result of pruning a store.
 *
 * @param reports one for each adapter that was pruned, or would be; the primary first
 * @param left adapters that were not pruned, by name, with the reason: they keep the full content
 *     until they are rebuilt
 */
public record PruneOutcome(List<PruneReport> reports, Map<String, String> left) {
  public PruneOutcome {
    reports = List.copyOf(reports);
    left = Map.copyOf(left);
  }

  /** Returns the report of the primary, or of the requested adapter. */
  public PruneReport first() {
    return reports.get(0);
  }

  /** Returns true if the store was changed. */
  public boolean isDone() {
    return reports.stream().anyMatch(PruneReport::isDone);
  }
}
