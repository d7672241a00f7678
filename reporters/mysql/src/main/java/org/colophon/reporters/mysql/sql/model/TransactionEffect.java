// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

/** Effect of a successful statement on its session's transaction. */
public enum TransactionEffect {
  NONE,
  /** BEGIN or START TRANSACTION, which commits the open transaction. */
  BEGIN,
  COMMIT,
  /** COMMIT AND CHAIN, which begins another transaction. */
  COMMIT_AND_CHAIN,
  /** COMMIT AND NO CHAIN, whatever the variable completion_type is; also COMMIT RELEASE. */
  COMMIT_AND_NO_CHAIN,
  ROLLBACK,
  ROLLBACK_AND_CHAIN,
  ROLLBACK_AND_NO_CHAIN,
  /** SAVEPOINT. The subject is the name of the savepoint, as in the next two effects. */
  SAVEPOINT,
  ROLLBACK_TO_SAVEPOINT,
  RELEASE_SAVEPOINT,
  /** SET autocommit = 1, which commits the open transaction if autocommit was off. */
  AUTOCOMMIT_ON,
  AUTOCOMMIT_OFF,
  /**
   * Definitions and similar statements. They commit the open transaction, even if they fail, and
   * then their own changes. UNLOCK TABLES is one of them if tables are locked.
   */
  IMPLICIT_COMMIT,
  /** XA PREPARE, which counts as a commit whose outcome is not known. */
  PREPARE,
  /** Unknown: EXECUTE of an unknown statement, CALL, a block. */
  UNKNOWN
}
