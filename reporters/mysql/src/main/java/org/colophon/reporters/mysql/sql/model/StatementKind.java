package org.colophon.reporters.mysql.sql.model;

/** What a statement is, by its leading words. */
public enum StatementKind {
  /** A query: SELECT, TABLE, VALUES, or one in parentheses. */
  SELECT,
  INSERT,
  REPLACE,
  UPDATE,
  DELETE,
  /** LOAD DATA or LOAD XML. */
  LOAD,
  TRUNCATE,
  CREATE_TABLE,
  ALTER_TABLE,
  DROP_TABLE,
  RENAME_TABLE,
  CREATE_VIEW,
  DROP_VIEW,
  CREATE_DATABASE,
  DROP_DATABASE,
  /** A procedure, function, trigger, event or package comes into being; its body does not run. */
  CREATE_ROUTINE,
  DROP_ROUTINE,
  /** Any other definition: sequences, table spaces, servers' ALTER DATABASE. */
  DEFINITION,
  CALL,
  DO,
  /** An anonymous block: BEGIN NOT ATOMIC, or a bare IF, LOOP, WHILE. */
  BLOCK,
  HANDLER,
  SET,
  USE,
  PREPARE,
  EXECUTE,
  DEALLOCATE,
  /** BEGIN, COMMIT, SAVEPOINT, XA and their kin. */
  TRANSACTION,
  /** LOCK TABLES and UNLOCK TABLES. */
  LOCK,
  EXPLAIN,
  SHOW,
  /** ANALYZE, CHECK, CHECKSUM, OPTIMIZE, REPAIR and the like. */
  MAINTENANCE,
  /** Users, roles, rights and passwords. */
  ACCOUNT,
  REPLICATION,
  /** Known, and of no concern to tables: KILL, FLUSH, INSTALL, ... */
  OTHER,
  /** Blanks and comments alone. */
  EMPTY,
  /** Not SQL that the scan knows; it is kept, with every literal masked. */
  UNKNOWN
}
