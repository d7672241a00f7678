package org.colophon.reporters.mysql.sql.lex;

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

  /** The same under an SQL mode as written in SET sql_mode, or the number of one. */
  public SqlRules withMode(String mode) {
    boolean ansi = SqlModes.isAnsiQuotes(mode);
    boolean plain = SqlModes.isBackslashPlain(mode);
    return new SqlRules(ansi, plain, charset, isMariaDb, serverVersion);
  }

  /** The same with another client character set, as written in SET NAMES. */
  public SqlRules withCharset(String name) {
    return withCharset(ClientCharset.of(name));
  }

  /** The same with another client character set. */
  public SqlRules withCharset(ClientCharset other) {
    return new SqlRules(isAnsiQuotes, isBackslashPlain, other, isMariaDb, serverVersion);
  }

  /** The same server of another version. */
  public SqlRules withVersion(int version) {
    return new SqlRules(isAnsiQuotes, isBackslashPlain, charset, isMariaDb, version);
  }

  /** An SQL mode by which text is cut like this, as the server lists it. */
  public String mode() {
    return SqlModes.list(isAnsiQuotes, isBackslashPlain);
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
