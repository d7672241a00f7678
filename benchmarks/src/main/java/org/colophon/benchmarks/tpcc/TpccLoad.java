package org.colophon.benchmarks.tpcc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
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
  public void prepare() {
    try (Connection connection = DriverManager.getConnection(settings.url())) {
      new TpccSchema(settings).create(connection);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * Runs all clients. Then checks that the tables are consistent. Returns values by name. Response
   * times begin with the transaction or, at a given rate, with its due time. The number of
   * statements includes ends of transactions.
   */
  public Map<String, Object> run() {
    ExecutorService threads = Executors.newFixedThreadPool(settings.clients());
    try {
      long begin = System.nanoTime() + LEAD_NANOS;
      List<Future<TpccClient>> running = new ArrayList<>();
      for (int i = 0; i < settings.clients(); i++) {
        running.add(threads.submit(new TpccClient(settings, i, begin)));
      }
      Map<String, Object> figures = gather(running);
      check();
      return figures;
    } finally {
      threads.shutdownNow();
    }
  }

  private Map<String, Object> gather(List<Future<TpccClient>> running) {
    ListStatistics times = new ListStatistics();
    long statements = 0;
    for (Future<TpccClient> client : running) {
      TpccClient done = await(client);
      done.times().getRawData().forEachRemaining(each -> times.addValue(each.getKey()));
      statements += done.statements();
    }
    if (times.getN() == 0) {
      throw ErrorCode.BAD_INPUT.exception(
          "no transaction ended while it counted: give the load more seconds");
    }
    double seconds = settings.length().toMillis() / 1e3;
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put(THROUGHPUT, times.getN() / seconds);
    figures.put("statementsPerSecond", statements / seconds);
    figures.put("meanMillis", times.getMean());
    figures.put("medianMillis", times.getPercentile(50));
    figures.put("p95Millis", times.getPercentile(95));
    return figures;
  }

  private TpccClient await(Future<TpccClient> client) {
    try {
      return client.get();
    } catch (ExecutionException e) {
      throw failed(e.getCause());
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("clients ran", e);
    }
  }

  private void check() {
    try (Connection connection = DriverManager.getConnection(settings.url())) {
      check(connection, EARNINGS);
      check(connection, ORDERS);
    } catch (SQLException e) {
      throw failed(e);
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

  private ColophonException failed(Throwable e) {
    String what = "the load on " + settings.url().replaceAll("\\?.*", "") + " failed: ";
    return ErrorCode.IO_FAILED.exception(what + e.getMessage(), e);
  }
}
