package org.colophon.reporters.mysql.sql.model;

/** Effect of a successful statement on its session's transaction. */
public enum TransactionEffect {
  NONE,
  /** BEGIN or START TRANSACTION, which commits what was open. */
  BEGIN,
  COMMIT,
  /** COMMIT AND CHAIN, which begins another transaction. */
  COMMIT_AND_CHAIN,
  ROLLBACK,
  /** ROLLBACK AND CHAIN. */
  ROLLBACK_AND_CHAIN,
  /** The subject is the savepoint, as in the next two. */
  SAVEPOINT,
  ROLLBACK_TO_SAVEPOINT,
  RELEASE_SAVEPOINT,
  /** SET autocommit = 1, which commits what was open if autocommit was off. */
  AUTOCOMMIT_ON,
  AUTOCOMMIT_OFF,
  /**
   * Definitions and similar statements commit what was open even if they fail, and then themselves.
   * UNLOCK TABLES does so if tables are locked.
   */
  IMPLICIT_COMMIT,
  /** XA PREPARE, which counts as a commit whose outcome is not known. */
  PREPARE,
  /** Unknown: EXECUTE of an unknown statement, CALL, a block. */
  UNKNOWN
}
