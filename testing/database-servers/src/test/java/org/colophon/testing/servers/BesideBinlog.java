// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.kernel.ReporterHandle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Starts servers that have a log with outcomes: server_audit of MariaDB, or the general query log
 * of MySQL 8 with its binary log in row format.
 */
abstract class BesideBinlog {
  @TempDir Path directory;

  /** Returns the servers that have such a log. */
  static Stream<ServerKind> servers() {
    return Stream.of(ServerKind.MARIADB, ServerKind.MYSQL_8);
  }

  DatabaseServer start(ServerKind kind) throws Exception {
    List<String> options = new ArrayList<>();
    options.add("--log-bin=" + directory.resolve("server/binlog"));
    options.add("--binlog-format=row");
    if (!kind.isMariaDb()) {
      options.add("--binlog-rows-query-log-events=1");
    }
    return DatabaseServer.start(kind, directory.resolve("server"), options.toArray(new String[0]));
  }

  /** Returns the options to read that log. */
  Map<String, String> options(DatabaseServer server) {
    Path log = server.kind().isMariaDb() ? server.auditLog() : server.generalLog();
    Map<String, String> options = new HashMap<>();
    options.put("log", log.toString());
    if (!server.kind().isMariaDb()) {
      options.put("binlog", directory.resolve("server/binlog.index").toString());
    }
    options.put("follow", "false");
    return options;
  }

  static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  static void fail(Connection connection, String text) {
    try {
      run(connection, text);
    } catch (SQLException e) {
      return;
    }
    throw new AssertionError("did not fail: " + text);
  }

  static void read(Runs runs, Map<String, String> options) {
    ReporterHandle handle = runs.attach(options);
    handle.await();
    assertThat(handle.failure()).isEmpty();
    runs.kernel.drain();
  }
}
