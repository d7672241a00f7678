// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.sink;

import java.util.concurrent.atomic.AtomicLong;

/** Counters of a reporter, summed over all its sinks. Any thread. */
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

  /** Returns the number of operations at the last update. */
  public long operations() {
    return operations.get();
  }

  public long refused() {
    return refused.get();
  }

  /** Returns the LSN of the last published operation, 0 if none. */
  public long lastLsn() {
    return lastLsn.get();
  }
}
