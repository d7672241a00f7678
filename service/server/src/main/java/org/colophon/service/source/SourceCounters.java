package org.colophon.service.source;

import java.util.concurrent.atomic.AtomicLong;

/** What sources brought, all together, since the service started. Any thread. */
public final class SourceCounters {
  private final AtomicLong batches = new AtomicLong();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong repeated = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong takenOver = new AtomicLong();
  private final AtomicLong outOfOrder = new AtomicLong();

  public void add(SourceAnswer answer) {
    batches.incrementAndGet();
    accepted.addAndGet(answer.accepted());
    repeated.addAndGet(answer.repeated());
    refused.addAndGet(answer.refused());
  }

  public void addTakenOver() {
    takenOver.incrementAndGet();
  }

  public void addOutOfOrder() {
    outOfOrder.incrementAndGet();
  }

  /** Requests that were answered. */
  public long batches() {
    return batches.get();
  }

  /** Lines that became operations. */
  public long accepted() {
    return accepted.get();
  }

  /** Lines that came again. */
  public long repeated() {
    return repeated.get();
  }

  /** Lines that are bad. */
  public long refused() {
    return refused.get();
  }

  /** Sources that another session went on with while one was at it. */
  public long takenOver() {
    return takenOver.get();
  }

  /** Requests that did not begin with the line that comes next. */
  public long outOfOrder() {
    return outOfOrder.get();
  }
}
