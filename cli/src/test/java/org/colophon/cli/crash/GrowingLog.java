// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A server's log that grows and is rotated. Three sessions insert numbered rows into a table. Each
 * transaction is committed after the next one has begun.
 */
final class GrowingLog {
  private static final int SESSIONS = 3;
  private static final int FIRST_SESSION = 4;

  private final Path log;
  private final boolean isAudit;
  private final StringBuilder pending = new StringBuilder();
  private int last;
  private int lastQuery;
  private int files;

  /** Starts a log with the creation of a table. */
  GrowingLog(Path log, boolean isAudit) throws IOException {
    this.log = log;
    this.isAudit = isAudit;
    head();
    for (int session = FIRST_SESSION; session < FIRST_SESSION + SESSIONS; session++) {
      connect(session);
    }
    query(FIRST_SESSION, "create table d.numbers (id int primary key, v varchar(9))", "CREATE");
    write();
  }

  Path path() {
    return log;
  }

  /** Returns the largest number written so far. */
  int last() {
    return last;
  }

  private void head() {
    if (!isAudit) {
      pending.append(
          """
          mariadbd, Version: 10.11.19-MariaDB-log (Debian 12). started with:
          Tcp port: 3306  Unix socket: /lab/db/s
          Time\t\t    Id Command\tArgument
          """);
    }
  }

  private void connect(int session) {
    if (isAudit) {
      audit(session, 0, "CONNECT", "d,,0");
    } else {
      pending
          .append(session == FIRST_SESSION ? "261121  3:02:57" : "\t")
          .append("\t     ")
          .append(session)
          .append(" Connect\troot@localhost on d using Socket\n");
    }
  }

  private void audit(int session, int query, String operation, String rest) {
    pending.append("20261121 03:02:57,host,root,localhost,").append(session).append(',');
    pending.append(query).append(',').append(operation).append(',').append(rest).append('\n');
  }

  private void query(int session, String text, String access) {
    if (!isAudit) {
      pending.append("\t\t     ").append(session).append(" Query\t").append(text).append('\n');
      return;
    }
    lastQuery++;
    if (!access.isEmpty()) {
      audit(session, lastQuery, access, "d,numbers,");
    }
    String escaped = text.replace("'", "\\'").replace("\n", "\\n");
    audit(session, lastQuery, "QUERY", "d,'" + escaped + "',0");
  }

  /** Writes more transactions. */
  void grow(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      int session = FIRST_SESSION + ++last % SESSIONS;
      query(session, "begin", "");
      query(
          session,
          "insert into d.numbers (id, v) values (" + last + ", 'it''s\n" + last + "')",
          "WRITE");
      if (last > 1) {
        query(FIRST_SESSION + (last - 1) % SESSIONS, "commit", "");
      }
    }
    write();
  }

  /** Commits the last transaction. */
  void end() throws IOException {
    query(FIRST_SESSION + last % SESSIONS, "commit", "");
    write();
  }

  /** Writes in two halves, so that a reader may see incomplete lines. */
  private void write() throws IOException {
    int half = pending.length() / 2;
    append(pending.substring(0, half));
    append(pending.substring(half));
    pending.setLength(0);
  }

  private void append(String text) throws IOException {
    Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Rotates the log: each file gets the next number, and a new file gets the log's name. */
  void rotate() throws IOException {
    for (int number = files; number > 0; number--) {
      Files.move(numbered(number), numbered(number + 1));
    }
    Files.move(log, numbered(1));
    files++;
    head();
    write();
  }

  private Path numbered(int number) {
    return log.resolveSibling(log.getFileName() + "." + number);
  }
}
