package org.colophon.core.inspect;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What became of changes: {@code offered = refused + finished + waiting}, where an inspection under
 * way is waiting still.
 *
 * @param refused since the queue was full, or the runner closing
 * @param finished by all inspectors that wanted it
 * @param inspected calls of inspectors that returned
 * @param findings they made
 * @param failed calls that threw, or whose content could not be read
 * @param timedOut calls that took too long
 * @param skipped calls not made, since the content was too large or lost
 * @param workerStarts worker JVMs started so far
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
  /** Changes that are not done yet. */
  public long waiting() {
    return offered - refused - finished;
  }

  /** All of them, under the names that a reporter's counters have. */
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
