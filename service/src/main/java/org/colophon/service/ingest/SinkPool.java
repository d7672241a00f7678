// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.ingest;

import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.sink.SinkOptions;
import org.colophon.service.sink.CountingSink;
import org.colophon.service.sink.OperationTap;
import org.colophon.service.sink.SinkCounters;

/** Pool of sinks for requests. Any thread. */
public final class SinkPool {
  private static final int MAX_IDLE_SINKS = 16;

  private final Kernel kernel;
  private final OperationTap tap;
  private final SinkCounters counters = new SinkCounters();
  private final Map<SinkOptions, BlockingQueue<CountingSink>> idle = new ConcurrentHashMap<>();

  public SinkPool(Kernel kernel, OperationTap tap) {
    this.kernel = kernel;
    this.tap = tap;
  }

  /**
   * Returns a sink for a caller.
   *
   * @param reporter name of the caller in the log and in live tails
   */
  public CountingSink borrow(String reporter, SinkOptions options) {
    BlockingQueue<CountingSink> all = idleOf(options);
    for (CountingSink each : all) {
      if (each.reporter().equals(reporter) && all.remove(each)) {
        return each;
      }
    }
    return new CountingSink(kernel.newSink(reporter, options), reporter, counters, tap);
  }

  /**
   * Returns a sink to the pool after a successful request. Discards the oldest idle sink if the
   * pool is full.
   */
  public void giveBack(SinkOptions options, CountingSink sink) {
    BlockingQueue<CountingSink> all = idleOf(options);
    while (!all.offer(sink)) {
      all.poll();
    }
  }

  private BlockingQueue<CountingSink> idleOf(SinkOptions options) {
    return idle.computeIfAbsent(options, key -> new ArrayBlockingQueue<>(MAX_IDLE_SINKS));
  }
}
