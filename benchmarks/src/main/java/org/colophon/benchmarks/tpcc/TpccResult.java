package org.colophon.benchmarks.tpcc;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Result of a run.
 *
 * @param seconds how long was counted.
 * @param times of each kind of transaction, from when it was due (at a rate) or begun.
 * @param statements that were run, ends of transactions included.
 * @param retries how many transactions the server broke off, by deadlock or lock time-out, and were
 *     begun again; their times count from the first attempt.
 */
public record TpccResult(
    double seconds, Map<TpccTransaction, ResponseTimes> times, long statements, long retries) {

  /** All transactions a second. */
  public double throughput() {
    return all().count() / seconds;
  }

  /** The mean response time of all transactions. */
  public double meanMillis() {
    return all().meanMillis();
  }

  private ResponseTimes all() {
    ResponseTimes all = new ResponseTimes();
    times.values().forEach(all::addAll);
    return all;
  }

  /** The figures by name, as results files hold them. */
  public Map<String, Object> figures() {
    ResponseTimes all = all();
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("transactionsPerSecond", throughput());
    figures.put("newOrdersPerMinute", times.get(TpccTransaction.NEW_ORDER).count() / seconds * 60);
    figures.put("statementsPerSecond", statements / seconds);
    figures.put("meanMillis", all.meanMillis());
    figures.put("medianMillis", all.millisAt(0.5));
    figures.put("p95Millis", all.millisAt(0.95));
    figures.put("p99Millis", all.millisAt(0.99));
    figures.put("retries", retries);
    return figures;
  }
}
