// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.colophon.reporters.common.follow.LogParser;
import org.colophon.reporters.mysql.log.audit.AuditLogParser;
import org.colophon.reporters.mysql.log.general.GeneralLogParser;
import org.colophon.reporters.mysql.sql.lex.SqlRules;

/** Feeds text to a parser in pieces of any size, and collects the records. */
final class CollectedRecords implements LogHandler {
  final List<String> records = new ArrayList<>();
  final List<String> problems = new ArrayList<>();
  final List<Long> times = new ArrayList<>();
  private long fullLength;

  /** Returns the records in a log of MariaDB. */
  static CollectedRecords general(String log, int piece) {
    return general(log, SqlRules.MARIADB, piece);
  }

  /** Returns the records in a log of MySQL. */
  static CollectedRecords mysql(String log) {
    return general(log, SqlRules.MYSQL, Integer.MAX_VALUE);
  }

  private static CollectedRecords general(String log, SqlRules rules, int piece) {
    CollectedRecords all = new CollectedRecords();
    all.feed(new GeneralLogParser(all, connection -> rules, ZoneOffset.UTC, 1 << 16), log, piece);
    return all;
  }

  static CollectedRecords general(String log) {
    return general(log, Integer.MAX_VALUE);
  }

  static CollectedRecords audit(String log) {
    CollectedRecords all = new CollectedRecords();
    all.feed(new AuditLogParser(all, ZoneOffset.UTC), log, Integer.MAX_VALUE);
    return all;
  }

  /**
   * Feeds complete lines. A line that is incomplete at the end of a piece is passed with the next
   * piece.
   */
  void feed(LogParser parser, String log, int piece) {
    byte[] bytes = log.getBytes(StandardCharsets.UTF_8);
    parser.start(0);
    int from = 0;
    while (from < bytes.length) {
      int to =
          lineEnd(
              bytes,
              Math.min(bytes.length, (int) Math.min((long) from + piece, Integer.MAX_VALUE)));
      parser.take(bytes, from, to, from);
      long rewind = parser.rewindTo();
      from = rewind == LogParser.NOWHERE ? to : begin(parser, rewind);
      if (from == bytes.length) {
        parser.end();
        rewind = parser.rewindTo();
        from = rewind == LogParser.NOWHERE ? from : begin(parser, rewind);
      }
    }
  }

  private static int begin(LogParser parser, long offset) {
    parser.start(offset);
    return (int) offset;
  }

  private static int lineEnd(byte[] bytes, int from) {
    int end = from;
    while (end < bytes.length && bytes[end - 1] != '\n') {
      end++;
    }
    return end;
  }

  @Override
  public void record(LogRecord record) {
    String text =
        new String(record.text, record.from, record.to - record.from, StandardCharsets.UTF_8);
    String what =
        switch (record.kind) {
          case CONNECT, CHANGE_USER -> record.user + "@" + record.host + "/" + record.database;
          case INIT_DB -> record.database.toString();
          case TABLE -> record.event + " " + record.database + "." + record.object;
          default -> text;
        };
    records.add(record.connection + " " + record.kind + " " + what);
    times.add(record.timeNanos);
    fullLength = record.fullLength;
  }

  /** Returns the full length of the last text. */
  long fullLength() {
    return fullLength;
  }

  @Override
  public void bad(long offset, String problem) {
    problems.add(offset + ": " + problem);
  }
}
