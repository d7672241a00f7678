// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts of changes by outcome: {@code offered = refused + finished + waiting}. An inspection in
 * progress counts as waiting.
 *
 * @param refused changes refused because the queue was full or the runner was closing.
 * @param finished changes that all their inspectors have finished.
 * @param inspected calls of inspectors that returned.
 * @param findings results of those calls.
 * @param failed calls that threw, or had unreadable content.
 * @param timedOut calls that exceeded their time limit.
 * @param skipped calls not made because the content was too large or lost.
 * @param workerStarts worker JVMs started so far.
 */
public record InspectionCounts(
    long offered,
    long refused,
    long finished,
    long inspected,
    long findings,
    long failed,
    long timedOut,
    long skipped,
    long workerStarts) {
  /** Returns the number of unfinished changes. */
  public long waiting() {
    return offered - refused - finished;
  }

  /** Returns all counts under the names of a reporter's counters. */
  public Map<String, Long> byName() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("changesOffered", offered);
    all.put("changesRefused", refused);
    all.put("changesWaiting", waiting());
    all.put("inspections", inspected);
    all.put("inspectionsFailed", failed);
    all.put("inspectionsTimedOut", timedOut);
    all.put("inspectionsSkipped", skipped);
    all.put("findings", findings);
    all.put("workerStarts", workerStarts);
    return all;
  }
}
