package org.colophon.service.source;

import java.util.concurrent.atomic.LongAdder;

/** Counters of all sources since the service started. Any thread. */
public final class SourceCounters {
  /** Requests that were answered. */
  public final LongAdder batches = new LongAdder();

  /** Lines that became operations. */
  public final LongAdder accepted = new LongAdder();

  /** Lines that had been recorded by an earlier request. */
  public final LongAdder repeated = new LongAdder();

  /** Bad lines. */
  public final LongAdder refused = new LongAdder();

  /** Requests that another session replaced. */
  public final LongAdder takenOver = new LongAdder();

  /** Requests whose first line was not the expected line. */
  public final LongAdder outOfOrder = new LongAdder();

  void add(SourceAnswer answer) {
    batches.increment();
    accepted.add(answer.accepted());
    repeated.add(answer.repeated());
    refused.add(answer.refused());
  }
}
