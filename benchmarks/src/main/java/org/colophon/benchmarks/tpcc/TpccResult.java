package org.colophon.benchmarks.tpcc;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Result of a run.
 *
 * @param seconds how long was counted
 * @param times of transactions, from when each was due (at a rate) or begun
 * @param statements that were run, ends of transactions included
 */
public record TpccResult(double seconds, ResponseTimes times, long statements) {
  /** Transactions a second. */
  public double throughput() {
    return times.count() / seconds;
  }

  /** The figures by name, as results files hold them. */
  public Map<String, Object> figures() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("statementsPerSecond", statements / seconds);
    figures.put("meanMillis", times.meanMillis());
    figures.put("medianMillis", times.millisAt(0.5));
    figures.put("p95Millis", times.millisAt(0.95));
    return figures;
  }
}
