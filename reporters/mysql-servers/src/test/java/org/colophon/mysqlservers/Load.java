package org.colophon.mysqlservers;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that insert numbers, each its own, until told to stop; they come again when sent away.
 */
final class Load implements AutoCloseable {
  private final DatabaseServer server;
  private final Set<Integer> committed = ConcurrentHashMap.newKeySet();
  private final AtomicInteger next = new AtomicInteger();
  private final List<Thread> clients = new ArrayList<>();
  private volatile boolean isStopped;

  Load(DatabaseServer server, int clientCount) {
    this.server = server;
    for (int i = 0; i < clientCount; i++) {
      Thread client = new Thread(this::work, "client " + i);
      clients.add(client);
      client.start();
    }
  }

  /** The statement that a number leads to. */
  static String statement(int number) {
    return "insert into load_d.numbers values (" + number + ", 'it''s number\n" + number + "')";
  }

  private void work() {
    while (!isStopped) {
      try (Connection connection = server.connect("")) {
        connection.setAutoCommit(false);
        while (!isStopped) {
          commit(connection);
        }
      } catch (SQLException e) {
        // The server was killed: what was not acknowledged does not count.
        Thread.onSpinWait();
      }
    }
  }

  private void commit(Connection connection) throws SQLException {
    int first = next.addAndGet(2);
    try (Statement statement = connection.createStatement()) {
      statement.execute(statement(first));
      statement.execute(statement(first + 1));
      connection.commit();
    }
    committed.add(first);
    committed.add(first + 1);
  }

  int committedCount() {
    return committed.size();
  }

  /** What the server acknowledged; after {@link #close}. */
  Set<Integer> committed() {
    return committed;
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
