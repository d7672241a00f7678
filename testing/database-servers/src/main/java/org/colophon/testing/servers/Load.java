// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that insert distinct numbers until they are closed, and reconnect after a failure. One in
 * five transactions is rolled back. The last client commits each statement. Any thread may call
 * {@link #committedCount}.
 */
public final class Load implements AutoCloseable {
  /** Number of statements in a transaction. */
  public static final int STATEMENTS = 2;

  private static final int ROLLBACK_INTERVAL = 5;

  private final DatabaseServer server;
  private final Set<Integer> committed = ConcurrentHashMap.newKeySet();
  private final Set<Integer> rolledBack = ConcurrentHashMap.newKeySet();
  private final AtomicInteger next = new AtomicInteger();
  private final List<Thread> clients = new ArrayList<>();
  private volatile boolean isStopped;

  /** Starts the clients. The table must exist. */
  public Load(DatabaseServer server, int clientCount) {
    this.server = server;
    for (int i = 0; i < clientCount; i++) {
      boolean hasTransactions = i < clientCount - 1;
      Thread client = new Thread(() -> work(hasTransactions), "client " + i);
      clients.add(client);
      client.start();
    }
  }

  /** Returns a statement that inserts a number. */
  public static String statement(int number) {
    return "insert into load_d.numbers (id, v) values ("
        + number
        + ", 'it''s number\n"
        + number
        + "')";
  }

  private void work(boolean hasTransactions) {
    while (!isStopped) {
      try (Connection connection = server.connect("")) {
        connection.setAutoCommit(!hasTransactions);
        while (!isStopped) {
          if (hasTransactions) {
            commit(connection);
          } else {
            insert(connection);
          }
        }
      } catch (SQLException e) {
        // The server was killed. Only acknowledged numbers count.
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private void insert(Connection connection) throws SQLException {
    int number = next.addAndGet(STATEMENTS);
    try (Statement statement = connection.createStatement()) {
      statement.execute(statement(number));
    }
    committed.add(number);
  }

  private void commit(Connection connection) throws SQLException {
    int first = next.addAndGet(STATEMENTS);
    boolean isCommit = first / STATEMENTS % ROLLBACK_INTERVAL != 0;
    try (Statement statement = connection.createStatement()) {
      statement.execute(statement(first));
      statement.execute(statement(first + 1));
      if (isCommit) {
        connection.commit();
      } else {
        connection.rollback();
      }
    }
    Set<Integer> of = isCommit ? committed : rolledBack;
    of.add(first);
    of.add(first + 1);
  }

  public int committedCount() {
    return committed.size();
  }

  /** Returns the numbers that the server acknowledged. Call it after {@link #close}. */
  public Set<Integer> committed() {
    return committed;
  }

  /** Returns the numbers that the clients rolled back. Call it after {@link #close}. */
  public Set<Integer> rolledBack() {
    return rolledBack;
  }

  @Override
  public void close() {
    isStopped = true;
    for (Thread client : clients) {
      try {
        client.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
