package org.colophon.core.retention;

import java.util.List;
import java.util.Map;

/**
 * What pruning a store came to.
 *
 * @param reports of each adapter that was pruned, or would be; the primary first
 * @param left adapters that were not, by name, and why: they hold what the others let go of until
 *     they are rebuilt
 */
public record PruneOutcome(List<PruneReport> reports, Map<String, String> left) {
  public PruneOutcome {
    reports = List.copyOf(reports);
    left = Map.copyOf(left);
  }

  /** The report of the primary, or of the one that was asked for. */
  public PruneReport first() {
    return reports.get(0);
  }

  /** Whether the store is another now. */
  public boolean isDone() {
    return reports.stream().anyMatch(PruneReport::isDone);
  }
}
