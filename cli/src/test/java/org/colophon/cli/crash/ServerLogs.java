// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.colophon.testing.servers.DatabaseServer;
import org.colophon.testing.servers.ServerKind;

/** Kinds of logs of a server. */
enum ServerLogs {
  GENERAL(ServerKind.MARIADB, false),
  AUDIT(ServerKind.MARIADB, true),
  GENERAL_AND_BINARY(ServerKind.MYSQL_8, false);

  /** Size of a log file: large enough for many statements, small enough for several rotations. */
  private static final int AUDIT_BYTES = 50_000;

  private static final int AUDIT_FILES = 999;

  final boolean isAudit;
  final boolean isConfirmed;
  private final ServerKind server;

  ServerLogs(ServerKind server, boolean isAudit) {
    this.server = server;
    this.isAudit = isAudit;
    this.isConfirmed = !server.isMariaDb();
  }

  /** Starts a server that writes these logs. */
  DatabaseServer start(Path directory) throws IOException {
    List<String> options = new ArrayList<>();
    options.add("--log-bin=" + directory.resolve("binlog"));
    options.add("--binlog-format=row");
    if (server.isMariaDb()) {
      options.add("--server-audit-file-rotate-size=" + AUDIT_BYTES);
      options.add("--server-audit-file-rotations=" + AUDIT_FILES);
    } else {
      options.add("--binlog-rows-query-log-events=1");
    }
    return DatabaseServer.start(server, directory, options.toArray(new String[0]));
  }

  Path log(DatabaseServer server) {
    return isAudit ? server.auditLog() : server.generalLog();
  }

  /** Returns the binary log that confirms the log; null if none does. */
  Path binlog(DatabaseServer server) {
    return isConfirmed ? server.directory().resolve("binlog.index") : null;
  }

  /**
   * Rotates the logs that the server does not rotate itself. The server rotates its audit log
   * itself, since it would lose records during a requested rotation.
   */
  static void rotate(DatabaseServer server) throws IOException, SQLException {
    Path log = server.generalLog();
    int oldest = 1;
    while (Files.exists(old(log, oldest))) {
      oldest++;
    }
    for (int number = oldest; number > 1; number--) {
      Files.move(old(log, number - 1), old(log, number));
    }
    Files.move(log, old(log, 1));
    run(server, "flush general logs", "flush binary logs");
  }

  private static Path old(Path log, int number) {
    return log.resolveSibling(log.getFileName() + "." + number);
  }

  static void run(DatabaseServer server, String... statements) throws SQLException {
    try (Connection connection = server.connect("");
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }
}
