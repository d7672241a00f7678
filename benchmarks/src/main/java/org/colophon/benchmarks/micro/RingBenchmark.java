// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.micro;

import org.colophon.core.ring.RecordEvent;
import org.colophon.core.ring.RecordHandler;
import org.colophon.core.ring.RecordRing;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Measures the ring without other stages. One thread publishes ranges of 256 slots; the kernel
 * thread receives and discards them.
 *
 * <p>Run: {@code ./colophon bench micro RingBenchmark}
 */
public class RingBenchmark extends ThroughputBenchmark {
  private static final int RANGE = 256;
  private static final int RANGES = 64;

  private final RecordEvent[] events = new RecordEvent[RANGE];
  private final Counter counter = new Counter();

  @SuppressWarnings("NullAway.Init") // set before the first use
  private RecordRing ring;

  private long lastLsn;

  /** Starts the ring. */
  @Setup
  public void start() {
    System.arraycopy(TreeEvents.make(true), 0, events, 0, RANGE);
    ring = new RecordRing(1 << 14, 1, counter);
    ring.start();
  }

  /** Publishes without waiting for the consumer. */
  @Benchmark
  @OperationsPerInvocation(RANGE * RANGES)
  public long publish() {
    for (int i = 0; i < RANGES; i++) {
      lastLsn = ring.publish(events, RANGE);
    }
    return lastLsn;
  }

  /** Stops the ring, and checks that all operations arrived. */
  @TearDown
  public void check() throws InterruptedException {
    ring.stop();
    if (counter.consumed != lastLsn) {
      throw new IllegalStateException(counter.consumed + " operations arrived, of " + lastLsn);
    }
  }

  private static final class Counter implements RecordHandler {
    private volatile long consumed;
    private long count;

    @Override
    public void onRecord(RecordEvent event, long lsn) {
      count++;
    }

    @Override
    public void onBatchEnd(long lsn) {
      consumed = count;
    }

    @Override
    public void onIdle() {}

    @Override
    public void onFailure(Throwable failure) {
      throw new IllegalStateException(failure);
    }
  }
}
