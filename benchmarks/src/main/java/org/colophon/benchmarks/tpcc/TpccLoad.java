// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.tpcc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.result.Figures;
import org.colophon.core.error.ErrorCode;
import org.openjdk.jmh.util.ListStatistics;

/** Fills a database and runs the load on it. */
public final class TpccLoad {
  /** Key of the number of transactions per second. */
  public static final String THROUGHPUT = "transactions/s";

  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  // Clause 3.3: a warehouse's total is the sum of its districts' totals; no order is lost or
  // repeated.
  private static final String EARNINGS =
      "SELECT COUNT(*) FROM warehouse WHERE w_ytd <>"
          + " (SELECT SUM(d_ytd) FROM district WHERE d_w_id = w_id)";
  private static final String ORDERS =
      "SELECT COUNT(*) FROM district WHERE d_next_o_id - 1 <>"
          + " (SELECT COALESCE(MAX(o_id), 0) FROM orders WHERE o_w_id = d_w_id AND o_d_id = d_id)";

  private final TpccSettings settings;

  public TpccLoad(TpccSettings settings) {
    this.settings = settings;
  }

  /** Creates and fills the tables. Deletes old content. */
  public void prepare() throws SQLException {
    try (Connection connection = DriverManager.getConnection(settings.url())) {
      new TpccSchema(settings).create(connection);
    }
  }

  /**
   * Runs all clients. Then checks that the tables are consistent. Returns values by name. Response
   * times begin with the transaction or, at a given rate, with its due time. The number of
   * statements includes ends of transactions.
   */
  public Figures run() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(settings.clients());
    try {
      long begin = System.nanoTime() + LEAD_NANOS;
      List<Future<TpccClient>> running = new ArrayList<>();
      for (int i = 0; i < settings.clients(); i++) {
        running.add(threads.submit(new TpccClient(settings, i, begin)));
      }
      Figures figures = gather(running);
      check();
      return figures;
    } finally {
      threads.shutdownNow();
    }
  }

  private Figures gather(List<Future<TpccClient>> running) throws Exception {
    ListStatistics times = new ListStatistics();
    long statements = 0;
    for (Future<TpccClient> client : running) {
      TpccClient done = client.get();
      done.times().getRawData().forEachRemaining(each -> times.addValue(each.getKey()));
      statements += done.statements();
    }
    if (times.getN() == 0) {
      throw ErrorCode.BAD_INPUT.exception(
          "no transaction ended while it counted: give the load more seconds");
    }
    double seconds = settings.length().toMillis() / 1e3;
    return Figures.of(THROUGHPUT, times.getN() / seconds)
        .and("statementsPerSecond", statements / seconds)
        .and("meanMillis", times.getMean())
        .and("medianMillis", times.getPercentile(50))
        .and("p95Millis", times.getPercentile(95));
  }

  private void check() throws SQLException {
    try (Connection connection = DriverManager.getConnection(settings.url())) {
      check(connection, EARNINGS);
      check(connection, ORDERS);
    }
  }

  private static void check(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      if (rows.getInt(1) != 0) {
        throw new SQLException("the tables do not agree: " + sql);
      }
    }
  }
}
