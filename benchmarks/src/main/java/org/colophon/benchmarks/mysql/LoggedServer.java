package org.colophon.benchmarks.mysql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.colophon.core.error.ErrorCode;
import org.colophon.testing.servers.DatabaseServer;
import org.colophon.testing.servers.ServerKind;

/** A MariaDB server that writes one kind of log. One thread. */
final class LoggedServer implements AutoCloseable {
  static final String DATABASE = "tpcc";

  private final DatabaseServer server;

  LoggedServer(Path directory) {
    try {
      server = DatabaseServer.start(ServerKind.MARIADB, directory);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("MariaDB does not start: " + e, e);
    }
    execute("", "CREATE DATABASE " + DATABASE);
  }

  String url() {
    return server.url(DATABASE);
  }

  /** Configures the server to write only this log from now on, into a new file. */
  void write(LogKind kind, Path file) {
    for (String statement : kind.statements(file)) {
      execute("", statement);
    }
  }

  /** Creates a table, which is a mark in the log for its readers. */
  void mark(String table) {
    execute(DATABASE, "CREATE TABLE " + table + " (id INT)");
  }

  private void execute(String database, String sql) {
    try (Connection connection = server.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw ErrorCode.IO_FAILED.exception(sql + " failed: " + e.getMessage(), e);
    }
  }

  /** Returns the number of statements that clients have sent so far. */
  long statements() {
    String sql = "SHOW GLOBAL STATUS LIKE 'Questions'";
    try (Connection connection = server.connect("");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(2);
    } catch (SQLException e) {
      throw ErrorCode.IO_FAILED.exception(sql + " failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("MariaDB does not stop: " + e, e);
    }
  }
}
