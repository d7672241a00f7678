// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log.general;

import org.colophon.reporters.mysql.log.LogClock;
import org.jspecify.annotations.Nullable;

/**
 * Header of a record in the general query log:
 *
 * <pre>
 * 261121  3:02:57\t     4 Query\t...           MariaDB, where the second has changed
 * \t\t     4 Query\t...                        MariaDB, where it has not
 * 2026-11-21T03:03:22.188889Z\t    6 Query\t   MySQL 5.7 and later
 * </pre>
 *
 * <p>The first record shows which server wrote the log. From then on, a line in the other server's
 * form is part of a statement. A server writes three lines when it starts. After these lines, both
 * forms are accepted, because the server may have been replaced. So forged lines of this kind hide
 * no record.
 *
 * <p>One thread.
 */
final class RecordHeader {
  private static final int MARIADB_TIME = 15;
  private static final int MYSQL_TIME = 26;
  private static final int MAX_ID_DIGITS = 18;

  @Nullable GeneralLogCommand command;
  long connection;

  /** Time in nanoseconds since 1970; 0 if the record has no time. */
  long timeNanos;

  /** Offset of the argument. */
  int argument;

  private final LogClock clock;
  private boolean isMySql;
  private boolean hasMySql;
  private boolean hasMariaDb;
  private boolean isOpen = true;

  RecordHeader(LogClock clock) {
    this.clock = clock;
  }

  /** Resets the state for another file. */
  void forget() {
    hasMySql = false;
    hasMariaDb = false;
    isOpen = true;
  }

  /** Accepts either form in the next record, after the header of a server. */
  void open() {
    isOpen = true;
  }

  /** Starts a record at the header that was read last. */
  void begin() {
    hasMySql |= isMySql;
    hasMariaDb |= !isMySql;
    isOpen = false;
  }

  /** Parses the header of a record. Returns false if the line does not begin with one. */
  boolean read(byte[] b, int from, int to) {
    if (to - from < 8 || (b[from] != '\t' && !isDigit(b[from]))) {
      return false;
    }
    int end = endOfTime(b, from, to);
    return end > 0 && readCommand(b, end, to) && readTime(b, from, end - 1);
  }

  /** Returns the offset after the time and its tab; 0 if the line begins otherwise. */
  private int endOfTime(byte[] b, int from, int to) {
    int end = isOpen || hasMySql ? endOfMySqlTime(b, from, to) : 0;
    isMySql = end > 0;
    return isMySql || !(isOpen || hasMariaDb) ? end : endOfMariaDbTime(b, from, to);
  }

  private static int endOfMariaDbTime(byte[] b, int from, int to) {
    if (b[from] == '\t') {
      return b[from + 1] == '\t' ? from + 2 : 0;
    }
    return matches("dddddd hd:dd:dd\t", b, from, to) ? from + MARIADB_TIME + 1 : 0;
  }

  private static int endOfMySqlTime(byte[] b, int from, int to) {
    if (!matches("dddd-dd-ddTdd:dd:dd.dddddd", b, from, to)) {
      return 0;
    }
    int zone = from + MYSQL_TIME;
    if (matches("Z\t", b, zone, to)) {
      return zone + 2;
    }
    boolean isOffset = matches("+dd:dd\t", b, zone, to) || matches("-dd:dd\t", b, zone, to);
    return isOffset ? zone + 7 : 0;
  }

  /**
   * Returns whether bytes have a form. In the form, d stands for a digit, h for a digit or a blank,
   * and each other character for itself.
   */
  private static boolean matches(String form, byte[] b, int from, int to) {
    if (from + form.length() > to) {
      return false;
    }
    for (int i = 0; i < form.length(); i++) {
      byte at = b[from + i];
      char wanted = form.charAt(i);
      boolean fits =
          wanted == 'd'
              ? isDigit(at)
              : wanted == 'h' ? isDigit(at) || at == ' ' : at == (byte) wanted;
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private boolean readCommand(byte[] b, int from, int to) {
    int at = from;
    while (at < to && b[at] == ' ') {
      at++;
    }
    int digits = at;
    long id = 0;
    while (at < to && isDigit(b[at]) && at - digits < MAX_ID_DIGITS) {
      id = id * 10 + (b[at] - '0');
      at++;
    }
    if (at == digits || at >= to || b[at] != ' ') {
      return false;
    }
    connection = id;
    command = GeneralLogCommand.at(b, at + 1, to);
    argument = command == null ? 0 : at + 1 + command.length() + 1;
    return command != null;
  }

  private boolean readTime(byte[] b, int from, int to) {
    if (b[from] == '\t') {
      timeNanos = 0;
      return true;
    }
    timeNanos = isMySql ? clock.ofMySql(b, from, to) : clock.ofMariaDb(b, from);
    return timeNanos != 0;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
