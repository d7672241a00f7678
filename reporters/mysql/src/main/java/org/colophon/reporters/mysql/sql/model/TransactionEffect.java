package org.colophon.reporters.mysql.sql.model;

/** What a statement does to its session's transaction, if it succeeds. */
public enum TransactionEffect {
  NONE,
  /** BEGIN or START TRANSACTION; commits what was open. */
  BEGIN,
  COMMIT,
  /** COMMIT AND CHAIN: another transaction begins at once. */
  COMMIT_AND_CHAIN,
  ROLLBACK,
  /** ROLLBACK AND CHAIN. */
  ROLLBACK_AND_CHAIN,
  /** The statement's subject is the savepoint, as in the two that follow. */
  SAVEPOINT,
  ROLLBACK_TO_SAVEPOINT,
  RELEASE_SAVEPOINT,
  /** SET autocommit = 1; commits what was open, if autocommit was off. */
  AUTOCOMMIT_ON,
  AUTOCOMMIT_OFF,
  /**
   * Definitions and the like: what was open is committed before, even if the statement fails, and
   * the statement itself after. UNLOCK TABLES, if tables are locked.
   */
  IMPLICIT_COMMIT,
  /** The statement's subject is the XA transaction's id as written, as in the four that follow. */
  XA_START,
  XA_END,
  XA_PREPARE,
  XA_COMMIT,
  XA_ROLLBACK,
  /** The text does not say: EXECUTE of an unknown statement, CALL, a block. */
  UNKNOWN
}
