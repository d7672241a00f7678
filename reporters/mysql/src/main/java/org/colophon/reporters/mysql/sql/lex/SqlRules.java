package org.colophon.reporters.mysql.sql.lex;

import java.util.Locale;

/**
 * By which rules SQL text is cut into tokens. The first three belong to the session, the others to
 * the server.
 *
 * @param isAnsiQuotes double quotes enclose names (SQL mode ANSI_QUOTES)
 * @param isBackslashPlain a backslash in a string is itself (SQL mode NO_BACKSLASH_ESCAPES)
 * @param charset the client's character set
 * @param isMariaDb which comments the server executes
 * @param serverVersion as in version comments: 101106 for 10.11.6, 80015 for 8.0.15
 */
public record SqlRules(
    boolean isAnsiQuotes,
    boolean isBackslashPlain,
    ClientCharset charset,
    boolean isMariaDb,
    int serverVersion) {
  /** A current MariaDB's defaults. */
  public static final SqlRules MARIADB =
      new SqlRules(false, false, ClientCharset.PLAIN, true, 101100);

  /** MySQL 8's defaults. */
  public static final SqlRules MYSQL =
      new SqlRules(false, false, ClientCharset.PLAIN, false, 80400);

  /** The same under an SQL mode as written in SET sql_mode. */
  public SqlRules withMode(String mode) {
    String upper = "," + mode.toUpperCase(Locale.ROOT).replace(" ", "") + ",";
    boolean ansi = upper.contains(",ANSI_QUOTES,") || upper.contains(",ANSI,") || isForeign(upper);
    boolean plain = upper.contains(",NO_BACKSLASH_ESCAPES,");
    return new SqlRules(ansi, plain, charset, isMariaDb, serverVersion);
  }

  /** Modes that imitate other servers imply ANSI_QUOTES. */
  private static boolean isForeign(String modes) {
    return modes.matches(".*,(DB2|MAXDB|MSSQL|ORACLE|POSTGRESQL),.*");
  }

  /** The same with another client character set, as written in SET NAMES. */
  public SqlRules withCharset(String name) {
    ClientCharset other = ClientCharset.of(name);
    return new SqlRules(isAnsiQuotes, isBackslashPlain, other, isMariaDb, serverVersion);
  }

  /**
   * Whether the server executes what stands in a comment {@code /*!version} or {@code /*M!version}.
   * MariaDB passes over what MySQL 5.7 and later wrote for themselves.
   */
  boolean isExecuted(int version, boolean isForMariaDbOnly) {
    if (isForMariaDbOnly && !isMariaDb) {
      return false;
    }
    boolean isForMySqlOnly = isMariaDb && !isForMariaDbOnly && version >= 50700 && version <= 99999;
    return version <= serverVersion && !isForMySqlOnly;
  }
}
