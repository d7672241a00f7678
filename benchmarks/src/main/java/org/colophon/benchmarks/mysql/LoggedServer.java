// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.mysql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.colophon.testing.servers.DatabaseServer;
import org.colophon.testing.servers.ServerKind;

/** A MariaDB server that writes one kind of log. One thread. */
final class LoggedServer implements AutoCloseable {
  static final String DATABASE = "tpcc";

  private final DatabaseServer server;

  /**
   * Starts a server.
   *
   * @param options further options of the server
   */
  LoggedServer(Path directory, String... options) throws IOException, SQLException {
    server = DatabaseServer.start(ServerKind.MARIADB, directory, options);
    execute("", "CREATE DATABASE " + DATABASE);
  }

  String url() {
    return server.url(DATABASE);
  }

  /** Configures the server to write only this log from now on, into a new file. */
  void write(LogKind kind, Path file) throws SQLException {
    for (String statement : kind.statements(file)) {
      execute("", statement);
    }
  }

  /** Creates a table, which is a mark in the log for its readers. */
  void mark(String table) throws SQLException {
    execute(DATABASE, "CREATE TABLE " + table + " (id INT)");
  }

  private void execute(String database, String sql) throws SQLException {
    try (Connection connection = server.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the number of statements that clients have sent so far. */
  long statements() throws SQLException {
    return status("Questions");
  }

  /** Returns the number of pages that InnoDB has read from files so far. */
  long pagesRead() throws SQLException {
    return status("Innodb_buffer_pool_reads");
  }

  private long status(String variable) throws SQLException {
    try (Connection connection = server.connect("");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + variable + "'")) {
      rows.next();
      return rows.getLong(2);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
