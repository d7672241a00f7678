// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.source;

import java.util.concurrent.atomic.LongAdder;
import org.colophon.service.metrics.ServiceMetrics;

/** Counters of all sources since the service started. Any thread. */
final class SourceCounters {
  /** Requests that were answered. */
  final LongAdder batches = new LongAdder();

  /** Lines that became operations. */
  final LongAdder accepted = new LongAdder();

  /** Lines that had been recorded by an earlier request. */
  final LongAdder repeated = new LongAdder();

  /** Bad lines. */
  final LongAdder refused = new LongAdder();

  /** Requests that another session replaced. */
  final LongAdder takenOver = new LongAdder();

  /** Requests whose first line was not the expected line. */
  final LongAdder outOfOrder = new LongAdder();

  void register(ServiceMetrics metrics) {
    String prefix = "colophon_source_";
    metrics.counter(prefix + "batches", "Requests with numbered lines", batches::sum);
    metrics.counter(prefix + "lines_accepted", "Lines that became operations", accepted::sum);
    metrics.counter(prefix + "lines_repeated", "Lines sent again", repeated::sum);
    metrics.counter(prefix + "lines_refused", "Bad lines", refused::sum);
    metrics.counter(prefix + "taken_over", "Requests replaced by another", takenOver::sum);
    metrics.counter(prefix + "out_of_order", "Requests with a wrong first line", outOfOrder::sum);
  }

  void add(SourceAnswer answer) {
    batches.increment();
    accepted.add(answer.accepted());
    repeated.add(answer.repeated());
    refused.add(answer.refused());
  }
}
