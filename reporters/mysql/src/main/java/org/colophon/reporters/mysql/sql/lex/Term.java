package org.colophon.reporters.mysql.sql.lex;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a token is: one of a few kinds, or one of the words that the scan of clauses looks for. A
 * word is a keyword by its spelling alone; whether it serves as a name is for its place to say.
 */
public enum Term {
  /** Behind the last token. */
  END_OF_TEXT,
  /** A name without quotes, or a word that the scan has no use for. */
  WORD,
  /** A name in backticks, or in double quotes under ANSI_QUOTES. */
  NAME,
  /** A string literal, with its introducer if that touches it. */
  STRING,
  /** A number, hexadecimal and bit literals included. */
  NUMBER,
  /** A question mark. */
  PARAMETER,
  /** A user or system variable, or the host of an account: from the first at sign on. */
  VARIABLE,
  /** An opening parenthesis. */
  OPENING,
  /** A closing parenthesis. */
  CLOSING,
  COMMA,
  SEMICOLON,
  DOT,
  EQUALS,
  STAR,
  /** A plus or minus. */
  SIGN,
  /** A curly brace. */
  BRACE,
  /** Any other character; a malformed byte, a NUL. */
  SYMBOL,
  SELECT,
  INSERT,
  REPLACE,
  UPDATE,
  DELETE,
  LOAD(Trait.LEADING),
  TRUNCATE,
  CREATE,
  ALTER,
  DROP,
  RENAME,
  CALL,
  DO,
  BEGIN,
  HANDLER,
  SET(Trait.LEADING),
  USE,
  PREPARE(Trait.LEADING),
  EXECUTE(Trait.LEADING),
  DEALLOCATE,
  START,
  COMMIT,
  ROLLBACK,
  SAVEPOINT,
  RELEASE,
  XA(Trait.LEADING),
  LOCK,
  UNLOCK,
  EXPLAIN,
  DESCRIBE,
  DESC,
  SHOW,
  ANALYZE,
  CHECK,
  CHECKSUM,
  OPTIMIZE,
  REPAIR,
  GRANT,
  REVOKE,
  CHANGE,
  STOP,
  RESET,
  KILL,
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
  WITH,
  IN,
  VALUES,
  VALUE,
  TABLE,
  END,
  IF,
  LOOP,
  WHILE,
  REPEAT,
  CASE,
  DECLARE,
  RETURN,
  FOR,
  FROM,
  INTO,
  JOIN,
  STRAIGHT_JOIN,
  ON,
  USING,
  WHERE,
  GROUP,
  HAVING,
  ORDER,
  LIMIT,
  WINDOW,
  UNION,
  INTERSECT,
  EXCEPT,
  MINUS,
  DUPLICATE,
  KEY,
  INDEX,
  AS,
  LATERAL,
  LOW_PRIORITY,
  HIGH_PRIORITY,
  DELAYED,
  IGNORE,
  QUICK,
  HISTORY,
  PARTITION,
  TEMPORARY,
  EXISTS,
  NOT,
  OR,
  LIKE,
  VIEW,
  DATABASE,
  SCHEMA,
  PROCEDURE,
  FUNCTION,
  TRIGGER,
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
  TO,
  COLUMN,
  CONSTRAINT,
  EXCHANGE,
  RECURSIVE,
  TABLES,
  READ,
  WRITE,
  FORCE,
  SYSTEM_TIME,
  PORTION,
  DUAL,
  AND,
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
  NULL,
  TRUE,
  FALSE,
  ROW,
  UNIQUE,
  FULLTEXT,
  SPATIAL,
  PRIMARY,
  FOREIGN,
  PERIOD,
  CROSS,
  INNER,
  LEFT,
  RIGHT,
  NATURAL,
  OUTER,
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
  DEFAULT,
  DISTINCT,
  OJ,
  SQL_LOG_BIN,
  BY,
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

  /** What a keyword says of the literals around it. */
  enum Trait {
    NONE,
    /** Some are secrets. */
    SENSITIVE,
    /** Some matter to what the statement does, so that the template does not say all. */
    LITERAL,
    /** As {@link #LITERAL}, if a statement begins with the word. */
    LEADING
  }

  private static final Term[] ALL = values();

  /** Words that are reserved in every version, and so never names without quotes. */
  private static final Set<Term> RESERVED =
      EnumSet.of(
          SELECT,
          INSERT,
          REPLACE,
          UPDATE,
          DELETE,
          LOAD,
          CREATE,
          ALTER,
          DROP,
          RENAME,
          CALL,
          SET,
          USE,
          LOCK,
          UNLOCK,
          SHOW,
          GRANT,
          REVOKE,
          KILL,
          WITH,
          VALUES,
          TABLE,
          IF,
          CASE,
          FOR,
          FROM,
          INTO,
          JOIN,
          ON,
          USING,
          WHERE,
          GROUP,
          HAVING,
          ORDER,
          LIMIT,
          UNION,
          KEY,
          INDEX,
          AS,
          LOW_PRIORITY,
          IGNORE,
          EXISTS,
          NOT,
          OR,
          LIKE,
          PROCEDURE,
          TRIGGER,
          TO,
          AND,
          NULL,
          TRUE,
          FALSE,
          UNIQUE,
          PRIMARY,
          CROSS,
          INNER,
          LEFT,
          RIGHT,
          NATURAL,
          OUTER,
          DISTINCT,
          BY,
          DEFAULT,
          DESC,
          IN);

  private final Trait trait;

  Term() {
    this(Trait.NONE);
  }

  Term(Trait trait) {
    this.trait = trait;
  }

  /** Whether the word cannot be a name, so that its case says nothing. */
  boolean isReserved() {
    return RESERVED.contains(this);
  }

  static Term at(int code) {
    return ALL[code];
  }

  /** A number to keep in an array of shorts; never stored beyond the run. */
  @SuppressWarnings("EnumOrdinal") // An array of references would cost the collector's barriers.
  short code() {
    return (short) ordinal();
  }

  Trait trait() {
    return trait;
  }

  /** Returns whether literals beside the word may be secrets. */
  public boolean isSensitive() {
    return trait == Trait.SENSITIVE;
  }

  /** Whether this is one of the words; such a token may still be a name. */
  public boolean isKeyword() {
    return code() > SYMBOL.code();
  }

  /** Whether a token of this kind can name something. */
  public boolean isNameLike() {
    return this == WORD || this == NAME || isKeyword();
  }

  /** Whether a token of this kind is a value that templates leave out. */
  public boolean isLiteral() {
    return this == STRING || this == NUMBER || this == PARAMETER;
  }

  /** Whether this is a word, quoted or not, a value or a variable: two of them need a blank. */
  public boolean isSolid() {
    return isNameLike() || isLiteral() || this == VARIABLE;
  }
}
