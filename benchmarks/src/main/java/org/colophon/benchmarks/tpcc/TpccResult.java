package org.colophon.benchmarks.tpcc;

import java.util.LinkedHashMap;
import java.util.Map;
import org.openjdk.jmh.util.Statistics;

/**
 * Result of a run.
 *
 * @param seconds measured seconds
 * @param times response times in milliseconds, from the due time (at a rate) or the begin
 * @param statements number of statements, ends of transactions included
 */
public record TpccResult(double seconds, Statistics times, long statements) {
  /** Transactions a second. */
  public double throughput() {
    return times.getN() / seconds;
  }

  /** The figures by name, as results files hold them. */
  public Map<String, Object> figures() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("statementsPerSecond", statements / seconds);
    figures.put("meanMillis", times.getMean());
    figures.put("medianMillis", times.getPercentile(50));
    figures.put("p95Millis", times.getPercentile(95));
    return figures;
  }
}
