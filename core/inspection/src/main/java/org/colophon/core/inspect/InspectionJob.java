// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.colophon.core.inspect.choice.InspectorSpec;

/**
 * A change in the queues.
 *
 * @param specs inspectors for the change in its current queue; empty until selected.
 * @param parts number of queues that have not finished the change.
 */
record InspectionJob(
    Inspection inspection, String mediaType, List<InspectorSpec> specs, AtomicInteger parts) {
  static InspectionJob of(Inspection inspection) {
    return new InspectionJob(inspection, "", List.of(), new AtomicInteger(1));
  }

  /** Creates a job for the same change with other inspectors, for another queue. */
  InspectionJob fork(String type, List<InspectorSpec> others) {
    parts.incrementAndGet();
    return new InspectionJob(inspection, type, others, parts);
  }

  /** Returns true if all queues have finished the change. */
  boolean finish() {
    return parts.decrementAndGet() == 0;
  }
}
