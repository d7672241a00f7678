package org.colophon.service.ingest;

import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.service.sink.CountingSink;
import org.colophon.service.sink.OperationTap;
import org.colophon.service.sink.SinkCounters;

/** Sinks for requests, used again and again. Any thread. */
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

  /** What all requests handed over. */
  public SinkCounters counters() {
    return counters;
  }

  /**
   * A sink that is one caller's until it is given back.
   *
   * @param reporter whose it is in the log and in live tails
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

  /** Only a sink whose request went well comes back; the one that was idle longest goes for it. */
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
