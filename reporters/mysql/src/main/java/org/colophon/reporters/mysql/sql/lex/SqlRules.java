// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

/**
 * Lexical rules of SQL text. The first three parameters belong to the session, the others to the
 * server.
 *
 * @param isAnsiQuotes whether double quotes enclose names (SQL mode ANSI_QUOTES).
 * @param isBackslashPlain whether a backslash in a string is a plain character (SQL mode
 *     NO_BACKSLASH_ESCAPES).
 * @param charset character set of the client.
 * @param isMariaDb whether executed comments follow MariaDB's dialect.
 * @param serverVersion version of the server as in version comments: 101106 for 10.11.6, 80015 for
 *     8.0.15.
 */
public record SqlRules(
    boolean isAnsiQuotes,
    boolean isBackslashPlain,
    ClientCharset charset,
    boolean isMariaDb,
    int serverVersion) {
  /** Default rules of a current MariaDB. */
  public static final SqlRules MARIADB =
      new SqlRules(false, false, ClientCharset.UTF8, true, 101100);

  /** Default rules of MySQL 8. */
  public static final SqlRules MYSQL = new SqlRules(false, false, ClientCharset.UTF8, false, 80400);

  /** Returns the rules under an SQL mode. The mode is a value as in SET sql_mode, or a number. */
  public SqlRules withMode(String mode) {
    boolean ansi = SqlModes.isAnsiQuotes(mode);
    boolean plain = SqlModes.isBackslashPlain(mode);
    return new SqlRules(ansi, plain, charset, isMariaDb, serverVersion);
  }

  /** Returns the rules for another client character set, which is a name as in SET NAMES. */
  public SqlRules withCharset(String name) {
    return withCharset(ClientCharset.of(name));
  }

  public SqlRules withCharset(ClientCharset other) {
    return new SqlRules(isAnsiQuotes, isBackslashPlain, other, isMariaDb, serverVersion);
  }

  public SqlRules withVersion(int version) {
    return new SqlRules(isAnsiQuotes, isBackslashPlain, charset, isMariaDb, version);
  }

  /** Returns the SQL mode for these rules, as the server formats it. */
  public String mode() {
    return SqlModes.list(isAnsiQuotes, isBackslashPlain);
  }

  /**
   * Returns whether the server executes a comment {@code /*!version} or {@code /*M!version}.
   * MariaDB skips comments for MySQL 5.7 and later.
   */
  boolean isExecuted(int version, boolean isForMariaDbOnly) {
    if (isForMariaDbOnly && !isMariaDb) {
      return false;
    }
    boolean isForMySqlOnly = isMariaDb && !isForMariaDbOnly && version >= 50700 && version <= 99999;
    return version <= serverVersion && !isForMySqlOnly;
  }
}
