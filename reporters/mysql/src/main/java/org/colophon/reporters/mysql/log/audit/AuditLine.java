// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log.audit;

/**
 * Fields of a line of server_audit:
 *
 * <pre>
 * 20261121 03:02:57,vm,root,localhost,4,10,WRITE,shop,orders,
 * time,server,user,host,connection,query,operation,database,object,error
 * </pre>
 *
 * <p>Names of users, databases and tables are not escaped and may contain commas. Only the fields
 * {@code ,connection,query,OPERATION,} are reliable. One thread.
 */
final class AuditLine {
  static final int TIME_LENGTH = 17;
  private static final int MAX_DIGITS = 18;

  int userFrom;
  int userTo;
  int hostFrom;
  int hostTo;
  long connection;
  long query;
  int operationFrom;
  int operationTo;

  /** Returns whether a line begins with a time. */
  static boolean hasTime(byte[] b, int from, int to) {
    if (to - from < TIME_LENGTH + 1 || b[from + 8] != ' ' || b[from + TIME_LENGTH] != ',') {
      return false;
    }
    for (int i = 0; i < TIME_LENGTH; i++) {
      byte at = b[from + i];
      boolean isColon = i == 11 || i == 14;
      if (i != 8 && (isColon ? at != ':' : at < '0' || at > '9')) {
        return false;
      }
    }
    return true;
  }

  /** Finds the fields of a line that begins with a time. */
  boolean read(byte[] b, int from, int to) {
    int server = next(b, from + TIME_LENGTH + 1, to);
    int comma = server < 0 ? -1 : next(b, server + 1, to);
    int before = server;
    while (comma > 0) {
      if (isMiddle(b, comma, to)) {
        userFrom = server + 1;
        hostTo = comma;
        hostFrom = before + 1;
        userTo = Math.max(userFrom, before);
        return true;
      }
      before = comma;
      comma = next(b, comma + 1, to);
    }
    return false;
  }

  /**
   * Finds {@code ,connection,query,OPERATION,} and fills these fields. Returns whether it was
   * found.
   */
  boolean readMiddle(byte[] b, int from, int to) {
    int comma = next(b, from, to);
    while (comma >= 0) {
      if (isMiddle(b, comma, to)) {
        return true;
      }
      comma = next(b, comma + 1, to);
    }
    return false;
  }

  /** Returns whether connection, query and operation follow a comma. */
  private boolean isMiddle(byte[] b, int comma, int to) {
    int first = digitsFrom(b, comma + 1, to);
    if (first < 0) {
      return false;
    }
    int second = digitsFrom(b, first + 1, to);
    int end = second;
    while (end >= 0 && end + 1 < to && isLetter(b[end + 1])) {
      end++;
    }
    if (second < 0 || end == second || end + 1 >= to || b[end + 1] != ',') {
      return false;
    }
    connection = number(b, comma + 1, first);
    query = number(b, first + 1, second);
    operationFrom = second + 1;
    operationTo = end + 1;
    return true;
  }

  /** Returns the index of the comma after digits; -1 if no digits with a comma follow. */
  private static int digitsFrom(byte[] b, int from, int to) {
    int at = from;
    while (at < to && b[at] >= '0' && b[at] <= '9') {
      at++;
    }
    boolean isNumber = at > from && at - from <= MAX_DIGITS && at < to && b[at] == ',';
    return isNumber ? at : -1;
  }

  private static boolean isLetter(byte b) {
    return (b >= 'A' && b <= 'Z') || b == '_';
  }

  private static int next(byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (b[i] == ',') {
        return i;
      }
    }
    return -1;
  }

  static long number(byte[] b, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value = value * 10 + (b[i] - '0');
    }
    return value;
  }
}
