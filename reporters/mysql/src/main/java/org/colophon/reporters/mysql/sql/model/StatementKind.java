// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

/** Kind of a statement, determined by its first words. */
public enum StatementKind {
  /** A query: SELECT, TABLE, VALUES, or a query in parentheses. */
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
  /** Creates a procedure, function, trigger, event or package without running its body. */
  CREATE_ROUTINE,
  DROP_ROUTINE,
  /** Any other definition: sequences, table spaces, ALTER DATABASE. */
  DEFINITION,
  CALL,
  DO,
  /** An anonymous block: BEGIN NOT ATOMIC, or a bare IF, LOOP, WHILE. */
  BLOCK,
  SET,
  USE,
  PREPARE,
  EXECUTE,
  DEALLOCATE,
  /** BEGIN, COMMIT, SAVEPOINT, XA and similar statements. */
  TRANSACTION,
  /** LOCK TABLES and UNLOCK TABLES. */
  LOCK,
  EXPLAIN,
  SHOW,
  /** ANALYZE, CHECK, CHECKSUM, OPTIMIZE, REPAIR and similar statements. */
  MAINTENANCE,
  /** Users, roles, rights and passwords. */
  ACCOUNT,
  REPLICATION,
  /** Statements that do not affect tables: KILL, FLUSH, INSTALL, ... */
  OTHER,
  /** Only blanks and comments. */
  EMPTY,
  /** Unknown text, which is stored without its literals. */
  UNKNOWN
}
