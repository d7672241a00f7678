// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import java.util.Set;

/**
 * Kind of a token, or a keyword that the scan of clauses uses. Only the spelling decides the kind.
 * A keyword can be a name, too, depending on its position.
 */
public enum Term {
  /** End of the text. */
  END_OF_TEXT,
  /** Name without quotes, or a word that is not a keyword. */
  WORD,
  /** Name in backticks, or in double quotes under ANSI_QUOTES. */
  NAME,
  /** String literal, with an introducer that directly precedes it. */
  STRING,
  /** Number, including hexadecimal and bit literals. */
  NUMBER,
  PARAMETER,
  /** User or system variable, or the host of an account, from the first at sign. */
  VARIABLE,
  OPENING,
  CLOSING,
  COMMA,
  SEMICOLON,
  DOT,
  EQUALS,
  STAR,
  /** Plus or minus. */
  SIGN,
  BRACE,
  /** Any other character, a malformed byte, a NUL. */
  SYMBOL,
  SELECT(Trait.RESERVED, Trait.CLAUSE),
  INSERT(Trait.RESERVED),
  REPLACE(Trait.RESERVED),
  UPDATE(Trait.RESERVED),
  DELETE(Trait.RESERVED),
  LOAD(Trait.LEADING, Trait.RESERVED),
  TRUNCATE,
  CREATE(Trait.RESERVED),
  ALTER(Trait.RESERVED),
  DROP(Trait.RESERVED),
  RENAME(Trait.RESERVED),
  CALL(Trait.RESERVED),
  DO,
  BEGIN,
  HANDLER,
  SET(Trait.LEADING, Trait.RESERVED, Trait.CLAUSE),
  USE(Trait.RESERVED, Trait.CLAUSE),
  PREPARE(Trait.LEADING),
  EXECUTE(Trait.LEADING),
  DEALLOCATE,
  START,
  COMMIT,
  ROLLBACK,
  SAVEPOINT,
  RELEASE,
  XA(Trait.LEADING),
  LOCK(Trait.RESERVED, Trait.CLAUSE),
  UNLOCK(Trait.RESERVED),
  EXPLAIN,
  DESCRIBE,
  DESC(Trait.RESERVED),
  SHOW(Trait.RESERVED),
  ANALYZE,
  CHECK,
  CHECKSUM,
  OPTIMIZE,
  REPAIR,
  GRANT(Trait.RESERVED),
  REVOKE(Trait.RESERVED),
  CHANGE,
  STOP,
  RESET,
  KILL(Trait.RESERVED),
  FLUSH,
  INSTALL,
  UNINSTALL,
  PURGE,
  BINLOG,
  CACHE,
  SIGNAL,
  RESIGNAL,
  GET,
  HELP,
  SHUTDOWN,
  RESTART,
  CLONE,
  IMPORT,
  BACKUP,
  WITH(Trait.RESERVED, Trait.CLAUSE),
  IN(Trait.RESERVED),
  VALUES(Trait.RESERVED, Trait.CLAUSE),
  VALUE,
  TABLE(Trait.RESERVED, Trait.CLAUSE),
  END,
  IF(Trait.RESERVED),
  LOOP,
  WHILE,
  REPEAT,
  CASE(Trait.RESERVED),
  DECLARE,
  RETURN,
  FOR(Trait.RESERVED, Trait.CLAUSE),
  FROM(Trait.RESERVED, Trait.CLAUSE),
  INTO(Trait.RESERVED, Trait.CLAUSE),
  JOIN(Trait.RESERVED, Trait.CLAUSE),
  STRAIGHT_JOIN(Trait.CLAUSE),
  ON(Trait.RESERVED, Trait.CLAUSE),
  USING(Trait.RESERVED, Trait.CLAUSE),
  WHERE(Trait.RESERVED, Trait.CLAUSE),
  GROUP(Trait.RESERVED, Trait.CLAUSE),
  HAVING(Trait.RESERVED, Trait.CLAUSE),
  ORDER(Trait.RESERVED, Trait.CLAUSE),
  LIMIT(Trait.RESERVED, Trait.CLAUSE),
  WINDOW(Trait.CLAUSE),
  UNION(Trait.RESERVED, Trait.CLAUSE),
  INTERSECT(Trait.CLAUSE),
  EXCEPT(Trait.CLAUSE),
  MINUS(Trait.CLAUSE),
  DUPLICATE,
  KEY(Trait.RESERVED),
  INDEX(Trait.RESERVED),
  AS(Trait.RESERVED),
  LATERAL,
  LOW_PRIORITY(Trait.RESERVED),
  HIGH_PRIORITY,
  DELAYED,
  IGNORE(Trait.RESERVED, Trait.CLAUSE),
  QUICK,
  HISTORY,
  PARTITION(Trait.CLAUSE),
  TEMPORARY,
  EXISTS(Trait.RESERVED),
  NOT(Trait.RESERVED),
  OR(Trait.RESERVED),
  LIKE(Trait.RESERVED),
  VIEW,
  DATABASE,
  SCHEMA,
  PROCEDURE(Trait.RESERVED, Trait.CLAUSE),
  FUNCTION,
  TRIGGER(Trait.RESERVED),
  EVENT,
  PACKAGE,
  SEQUENCE,
  USER,
  ROLE,
  SERVER,
  DATA,
  XML,
  LOCAL,
  INFILE(Trait.LITERAL),
  OUTFILE(Trait.LITERAL),
  DUMPFILE(Trait.LITERAL),
  LOAD_FILE(Trait.LITERAL),
  OF,
  TO(Trait.RESERVED),
  COLUMN,
  CONSTRAINT,
  EXCHANGE,
  RECURSIVE,
  TABLES,
  READ,
  WRITE,
  FORCE(Trait.CLAUSE),
  SYSTEM_TIME,
  ENGINE,
  PORTION,
  DUAL,
  AND(Trait.RESERVED),
  CHAIN,
  NO,
  WORK,
  TRANSACTION,
  SLAVE,
  REPLICA,
  REPLICATION,
  GROUP_REPLICATION,
  MASTER,
  AUTOCOMMIT,
  SQL_MODE,
  NAMES,
  CHARACTER,
  CHARSET,
  CHARACTER_SET_CLIENT,
  SESSION,
  GLOBAL,
  STATEMENT,
  IDENTIFIED(Trait.SENSITIVE),
  PASSWORD(Trait.SENSITIVE),
  OLD_PASSWORD(Trait.SENSITIVE),
  ENCRYPT(Trait.SENSITIVE),
  AES_ENCRYPT(Trait.SENSITIVE),
  AES_DECRYPT(Trait.SENSITIVE),
  DES_ENCRYPT(Trait.SENSITIVE),
  DES_DECRYPT(Trait.SENSITIVE),
  ENCODE(Trait.SENSITIVE),
  DECODE(Trait.SENSITIVE),
  AUTHENTICATION_STRING(Trait.SENSITIVE),
  PASSWD(Trait.SENSITIVE),
  PWD(Trait.SENSITIVE),
  CONNECTION(Trait.SENSITIVE),
  IMMEDIATE,
  THEN,
  ELSE,
  ATOMIC,
  NULL(Trait.RESERVED),
  TRUE(Trait.RESERVED),
  FALSE(Trait.RESERVED),
  ROW,
  UNIQUE(Trait.RESERVED),
  FULLTEXT,
  SPATIAL,
  PRIMARY(Trait.RESERVED),
  FOREIGN,
  PERIOD,
  CROSS(Trait.RESERVED, Trait.CLAUSE),
  INNER(Trait.RESERVED, Trait.CLAUSE),
  LEFT(Trait.RESERVED, Trait.CLAUSE),
  RIGHT(Trait.RESERVED, Trait.CLAUSE),
  NATURAL(Trait.RESERVED, Trait.CLAUSE),
  OUTER(Trait.RESERVED, Trait.CLAUSE),
  OPEN,
  CLOSE,
  QUERY,
  COLUMNS,
  FIELDS,
  INDEXES,
  KEYS,
  CONSISTENT,
  SNAPSHOT,
  JSON_TABLE,
  DEFAULT(Trait.RESERVED),
  DISTINCT(Trait.RESERVED),
  OJ,
  SQL_LOG_BIN,
  BY(Trait.RESERVED),
  VIA,
  OPTIONS,
  MASTER_PASSWORD(Trait.SENSITIVE),
  SOURCE_PASSWORD(Trait.SENSITIVE),
  ONLINE,
  OFFLINE,
  DEFINER,
  NEXT,
  PREVIOUS,
  NEXTVAL,
  LASTVAL,
  SETVAL,
  FORMAT,
  EXTENDED,
  PARTITIONS,
  INSTANCE,
  PREPARED,
  TABLESPACE,
  LOGFILE,
  MATERIALIZED,
  UNDO,
  WAIT,
  NOWAIT,
  FIRST,
  AFTER,
  ADD,
  MODIFY,
  PARTITIONING,
  REMOVE,
  RESOURCE,
  SYSTEM,
  SQL_THREAD,
  IO_THREAD,
  SLAVES,
  ADMIN,
  BODY,
  ELSEIF,
  UNTIL,
  CONCURRENT,
  FULL,
  DATABASES,
  SCHEMAS,
  XID,
  AGGREGATE;

  /** Property of a keyword. */
  enum Trait {
    /** Literals near the word may be secrets. */
    SENSITIVE,
    /** Literals near the word change the effect, so that the template is not sufficient. */
    LITERAL,
    /** Like {@link #LITERAL}, but only if the word begins a statement. */
    LEADING,
    /** The word is reserved in every version, and never a name without quotes. */
    RESERVED,
    /** The word begins a clause after a table's name and is not an alias. */
    CLAUSE
  }

  private static final Term[] ALL = values();

  private final boolean isSensitive;
  private final boolean isLiteralMeaningful;
  private final boolean isLeading;
  private final boolean isReserved;
  private final boolean isClauseWord;

  Term(Trait... traits) {
    Set<Trait> all = Set.of(traits);
    isSensitive = all.contains(Trait.SENSITIVE);
    isLiteralMeaningful = all.contains(Trait.LITERAL);
    isLeading = all.contains(Trait.LEADING);
    isReserved = all.contains(Trait.RESERVED);
    isClauseWord = all.contains(Trait.CLAUSE);
  }

  boolean isReserved() {
    return isReserved;
  }

  public boolean isClauseWord() {
    return isClauseWord;
  }

  static Term at(int code) {
    return ALL[code];
  }

  /** Returns a number for use in an array of shorts. The number is never stored persistently. */
  @SuppressWarnings("EnumOrdinal") // An array of references costs write barriers.
  short code() {
    return (short) ordinal();
  }

  boolean isLiteralMeaningful() {
    return isLiteralMeaningful;
  }

  boolean isLeading() {
    return isLeading;
  }

  /** Returns whether literals next to the word may be secrets. */
  public boolean isSensitive() {
    return isSensitive;
  }

  /** Returns whether this is a keyword. A keyword may still be used as a name. */
  public boolean isKeyword() {
    return code() > SYMBOL.code();
  }

  /** Returns whether the token can be a name. */
  public boolean isNameLike() {
    return this == WORD || this == NAME || isKeyword();
  }

  /** Returns whether templates omit the value of the token. */
  public boolean isLiteral() {
    return this == STRING || this == NUMBER || this == PARAMETER;
  }

  /** Returns whether this is a word, value or variable. Two such tokens need a blank in between. */
  public boolean isSolid() {
    return isNameLike() || isLiteral() || this == VARIABLE;
  }
}
