// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.tpcc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.util.ListStatistics;

/** A client with a connection. It runs the mix of transactions for a given time. */
final class TpccClient implements Callable<TpccClient> {
  private static final int MAX_ATTEMPTS = 100;

  private final TpccSettings settings;
  private final TpccRandom random;
  private final long beginNanos;
  private final long countNanos;
  private final long endNanos;
  private final Map<Transactions.Kind, ListStatistics> times =
      new EnumMap<>(Transactions.Kind.class);
  private long statements;

  /** Constructs a client. Times are values of System.nanoTime. */
  TpccClient(TpccSettings settings, int number, long beginNanos) {
    this.settings = settings;
    this.random = new TpccRandom(settings, number);
    // Distributes the clients' starts over the time between two transactions of a client.
    this.beginNanos = beginNanos + (long) (gapNanos() * number / settings.clients());
    this.countNanos = beginNanos + settings.warmUp().toNanos();
    this.endNanos = countNanos + settings.length().toNanos();
  }

  private double gapNanos() {
    double rate = settings.ratePerSecond();
    return rate == 0 ? 0 : 1e9 * settings.clients() / rate;
  }

  @Override
  public TpccClient call() throws SQLException {
    Connection connection = DriverManager.getConnection(settings.url());
    try (Queries queries = new Queries(connection)) {
      Transactions transactions = new Transactions(queries, random);
      double due = beginNanos;
      while (due < endNanos && System.nanoTime() < endNanos) {
        await((long) due);
        long started = settings.ratePerSecond() == 0 ? System.nanoTime() : (long) due;
        run(started, transactions, queries);
        due = settings.ratePerSecond() == 0 ? System.nanoTime() : due + gapNanos();
      }
    }
    return this;
  }

  private static void await(long nanos) {
    long left = nanos - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = nanos - System.nanoTime();
    }
  }

  private void run(long started, Transactions transactions, Queries queries) throws SQLException {
    Transactions.Kind kind = Transactions.choose(random);
    long before = queries.statements();
    attempt(kind, transactions, queries);
    long ended = System.nanoTime();
    if (started >= countNanos && ended <= endNanos) {
      times.computeIfAbsent(kind, unused -> new ListStatistics()).addValue((ended - started) / 1e6);
      statements += queries.statements() - before;
    }
  }

  /** Runs a transaction. Repeats it while the server aborts it. */
  private static void attempt(Transactions.Kind kind, Transactions transactions, Queries queries)
      throws SQLException {
    for (int attempt = 0; ; attempt++) {
      try {
        kind.run(transactions);
        return;
      } catch (SQLException e) {
        queries.rollback();
        if (!isBrokenOff(e) || attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Returns whether an error is a deadlock (SQL state 40001) or a lock time-out (error 1205). */
  private static boolean isBrokenOff(SQLException e) {
    return "40001".equals(e.getSQLState()) || e.getErrorCode() == 1205;
  }

  /** Returns the times of the counted transactions of a kind, in milliseconds. */
  ListStatistics times(Transactions.Kind kind) {
    return times.getOrDefault(kind, new ListStatistics());
  }

  long statements() {
    return statements;
  }
}
