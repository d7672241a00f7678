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

  /** Key of the name of a kind of transaction. */
  public static final String TRANSACTION = "transaction";

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

  /**
   * Measured values of a load.
   *
   * @param all values of all transactions together
   * @param kinds response times of each kind of transaction that was counted
   */
  public record Measured(Figures all, List<Figures> kinds) {}

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
   * Runs all clients. Then checks that the tables are consistent. Response times begin with the
   * transaction or, at a given rate, with its due time. The number of statements includes ends of
   * transactions.
   */
  public Measured run() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(settings.clients());
    try {
      long begin = System.nanoTime() + LEAD_NANOS;
      List<Future<TpccClient>> running = new ArrayList<>();
      for (int i = 0; i < settings.clients(); i++) {
        running.add(threads.submit(new TpccClient(settings, i, begin)));
      }
      Measured measured = gather(running);
      check();
      return measured;
    } finally {
      threads.shutdownNow();
    }
  }

  private Measured gather(List<Future<TpccClient>> running) throws Exception {
    List<TpccClient> clients = new ArrayList<>();
    for (Future<TpccClient> client : running) {
      clients.add(client.get());
    }
    List<Figures> kinds = new ArrayList<>();
    for (Transactions.Kind kind : Transactions.Kind.values()) {
      ListStatistics times = times(clients, List.of(kind));
      if (times.getN() > 0) {
        kinds.add(percentiles(kind, times));
      }
    }
    return new Measured(all(clients), kinds);
  }

  private static Figures percentiles(Transactions.Kind kind, ListStatistics times) {
    return Figures.of(TRANSACTION, kind.title)
        .and("counted", times.getN())
        .and("median ms", times.getPercentile(50))
        .and("90 % ms", times.getPercentile(90))
        .and("99 % ms", times.getPercentile(99));
  }

  private static ListStatistics times(List<TpccClient> clients, List<Transactions.Kind> kinds) {
    ListStatistics times = new ListStatistics();
    for (TpccClient client : clients) {
      for (Transactions.Kind kind : kinds) {
        client.times(kind).getRawData().forEachRemaining(each -> times.addValue(each.getKey()));
      }
    }
    return times;
  }

  private Figures all(List<TpccClient> clients) {
    ListStatistics times = times(clients, List.of(Transactions.Kind.values()));
    long newOrders = times(clients, List.of(Transactions.Kind.NEW_ORDER)).getN();
    long statements = clients.stream().mapToLong(TpccClient::statements).sum();
    if (times.getN() == 0) {
      throw ErrorCode.BAD_INPUT.exception(
          "no transaction ended while it counted: give the load more seconds");
    }
    double seconds = settings.length().toMillis() / 1e3;
    return Figures.of(THROUGHPUT, times.getN() / seconds)
        .and("tpmC", newOrders * 60 / seconds)
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
