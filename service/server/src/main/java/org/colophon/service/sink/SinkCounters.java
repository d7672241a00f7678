package org.colophon.service.sink;

import java.util.concurrent.atomic.AtomicLong;

/** What one reporter handed over, over all its sinks. Any thread. */
public final class SinkCounters {
  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong lastLsn = new AtomicLong();

  void addOperations(long count) {
    operations.addAndGet(count);
  }

  void addRefused() {
    refused.incrementAndGet();
  }

  void published(long lsn) {
    lastLsn.accumulateAndGet(lsn, Math::max);
  }

  /** Operations taken, as of the last time that many were handed over. */
  public long operations() {
    return operations.get();
  }

  /** Input that could not become an operation. */
  public long refused() {
    return refused.get();
  }

  /** The LSN of the last operation known to be published, 0 if none. */
  public long lastLsn() {
    return lastLsn.get();
  }
}
