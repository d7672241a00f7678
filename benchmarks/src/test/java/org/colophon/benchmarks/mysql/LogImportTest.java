// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogImportTest {
  private static final int TRANSACTIONS = 30_000;
  private static final int STATEMENTS_EACH = 6;
  private static final long STATEMENTS = (long) TRANSACTIONS * STATEMENTS_EACH;

  /** Enough heap for a full ring and garbage, even if the rest of the pipeline is slow. */
  private static final String HEAP = "192m";

  /**
   * Maximum live memory. About 36 MiB are live for any length of the log. A leak of 200 bytes for
   * each statement would add 24 MiB.
   */
  private static final double MAX_ALIVE_MIB = 56;

  @TempDir Path directory;

  private Path log() throws IOException {
    Path log = directory.resolve("general.log");
    try (BufferedWriter out = Files.newBufferedWriter(log)) {
      out.write("mariadbd, Version: 10.11.19-MariaDB (Debian). started with:\n");
      out.write("Tcp port: 3306  Unix socket: /run/mysqld/mysqld.sock\n");
      out.write("Time\t\t    Id Command\tArgument\n");
      for (int i = 0; i < TRANSACTIONS; i++) {
        long connection = 1 + i / 20;
        if (i % 20 == 0) {
          line(out, connection, "Connect", "app@localhost on shop using TCP/IP");
        }
        line(out, connection, "Query", "BEGIN");
        line(out, connection, "Query", "SELECT price FROM item WHERE id = " + i);
        line(out, connection, "Query", "UPDATE stock SET left_over = " + i + " WHERE item = " + i);
        line(out, connection, "Query", "SELECT SUM(left_over) FROM stock");
        line(out, connection, "Query", "INSERT INTO line VALUES (" + i + ", 'of order " + i + "')");
        line(out, connection, "Query", "COMMIT");
        if (i % 20 == 19) {
          line(out, connection, "Quit", "");
        }
      }
    }
    return log;
  }

  private static void line(BufferedWriter out, long connection, String command, String argument)
      throws IOException {
    out.write("\t\t%6d %s\t%s%n".formatted(connection, command, argument));
  }

  private Figures takeIn(Path log, long statements) {
    return new ChildProcess(HEAP)
        .run(LogImport.class, log.toString(), Long.toString(statements), directory.toString(), "1");
  }

  @Test
  void usesLittleMemoryWhenLogIsLong() throws IOException {
    Figures figures = takeIn(log(), STATEMENTS);
    assertThat((Double) figures.get("last, statements/s")).isPositive();
    assertThat((Double) figures.get("last, heap alive, MiB")).isBetween(1.0, MAX_ALIVE_MIB);
  }

  @Test
  void rejectsAnImportWithMissingStatements() throws IOException {
    Path log = log();
    assertThatThrownBy(() -> takeIn(log, 3 * STATEMENTS))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("status 1");
  }
}
