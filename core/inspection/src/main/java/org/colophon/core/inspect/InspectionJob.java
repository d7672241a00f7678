package org.colophon.core.inspect;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.colophon.core.inspect.choice.InspectorSpec;

/**
 * A change on its way through the queues.
 *
 * @param specs the inspectors that are to see it in the queue where it is now; empty if that is to
 *     be found out
 * @param parts how many queues have not done with it
 */
record InspectionJob(
    Inspection inspection, String mediaType, List<InspectorSpec> specs, AtomicInteger parts) {
  static InspectionJob of(Inspection inspection) {
    return new InspectionJob(inspection, "", List.of(), new AtomicInteger(1));
  }

  /** The same change for other inspectors, in another queue. */
  InspectionJob fork(String type, List<InspectorSpec> others) {
    parts.incrementAndGet();
    return new InspectionJob(inspection, type, others, parts);
  }

  /** Whether the change is done with altogether. */
  boolean finish() {
    return parts.decrementAndGet() == 0;
  }
}
