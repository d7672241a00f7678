// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.micro;

import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.suppression.Suppressor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures suppression in one thread. Each operation of the tree is copied into its ring slot, as a
 * publisher does. The suppression stage then reads the slot, as in the kernel. A frame ends with
 * each round of the slots. It must allocate nothing.
 *
 * <p>Run: {@code ./colophon bench micro SuppressionBenchmark}
 */
public class SuppressionBenchmark extends ThroughputBenchmark {
  private static final int SLOTS = 1 << 12;

  /** True to turn suppression off. */
  @Param({"false", "true"})
  private boolean keepAll;

  private final RecordEvent[] slots = new RecordEvent[SLOTS];
  private final CountingOutput output = new CountingOutput();
  private final Suppressor suppressor = new Suppressor(1 << 16, output);

  @SuppressWarnings("NullAway.Init") // set before the first use
  private RecordEvent[] events;

  private long lsn;
  private long exits;

  /** Creates the operations. */
  @Setup
  public void makeEvents() {
    events = TreeEvents.make(keepAll);
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = new RecordEvent();
    }
  }

  /** Suppresses the operations of the small tree once. */
  @Benchmark
  @OperationsPerInvocation(TreeEvents.COUNT)
  public long ringToSuppression() {
    final RecordEvent[] source = events;
    for (int i = 0; i < source.length; i++) {
      RecordEvent slot = slots[i & (SLOTS - 1)];
      slot.copyFrom(source[i]);
      take(slot);
    }
    return output.records();
  }

  private void take(RecordEvent slot) {
    lsn++;
    if (slot.type == RecordType.EXIT) {
      exits++;
      suppressor.closeProcess(slot.process, lsn, slot.timeNanos);
    } else {
      suppressor.access(slot, lsn, slot.timeNanos);
    }
    if ((lsn & (SLOTS - 1)) == 0) {
      suppressor.cover(lsn);
    }
  }

  /** Checks that every operation was suppressed or passed on. */
  @TearDown
  public void check() {
    long accounted = exits + output.operations() + suppressor.suppressed();
    if (accounted != lsn) {
      throw new IllegalStateException(accounted + " operations accounted for, of " + lsn);
    }
  }
}
