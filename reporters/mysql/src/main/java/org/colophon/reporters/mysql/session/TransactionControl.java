// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.state.Transaction;

/** Applies the effect of statements on transactions. One thread. */
public final class TransactionControl {
  /** Error of a deadlock, after which the server rolls back the whole transaction. */
  private static final int DEADLOCK = 1213;

  private final Sessions sessions;
  private final UnitSink output;
  private final StatementRefCounts refCounts;

  public TransactionControl(Sessions sessions, UnitSink output, StatementRefCounts refCounts) {
    this.sessions = sessions;
    this.output = output;
    this.refCounts = refCounts;
  }

  /** Applies the effect before the statement runs. */
  public void before(Session session, Statement statement, LogRecord record) {
    boolean isCertain = record.error != LogRecord.UNKNOWN_OUTCOME;
    switch (statement.transaction()) {
      case BEGIN, COMMIT, COMMIT_AND_CHAIN, COMMIT_AND_NO_CHAIN ->
          sessions.commit(session, record.queryId, isCertain);
      case IMPLICIT_COMMIT -> {
        if (!isUnlock(statement) || session.hasLocks) {
          sessions.commit(session, record.queryId, isCertain);
        }
      }
      case PREPARE -> sessions.commit(session, record.queryId, false);
      case ROLLBACK, ROLLBACK_AND_CHAIN, ROLLBACK_AND_NO_CHAIN -> sessions.rollBack(session);
      case SAVEPOINT, ROLLBACK_TO_SAVEPOINT, RELEASE_SAVEPOINT -> savepoint(session, statement);
      default -> {
        // The transaction continues.
      }
    }
  }

  private static boolean isUnlock(Statement statement) {
    return statement.kind() == StatementKind.LOCK && statement.tables().isEmpty();
  }

  /** Applies the effect after the statement ran. */
  public void after(Session session, Statement statement, LogRecord record) {
    switch (statement.transaction()) {
      case BEGIN -> {
        session.hasLocks = false;
        sessions.begin(session);
      }
      case COMMIT_AND_CHAIN, ROLLBACK_AND_CHAIN -> sessions.begin(session);
      case COMMIT, ROLLBACK -> {
        if (session.sql.chains()) {
          sessions.begin(session);
        }
      }
      case AUTOCOMMIT_ON -> switchOn(session, record);
      case AUTOCOMMIT_OFF -> session.isAutocommit = false;
      default -> {
        // No transaction begins.
      }
    }
    if (statement.kind() == StatementKind.LOCK) {
      session.hasLocks = !isUnlock(statement);
    }
  }

  /**
   * Switches autocommit on. If it was off, commits the open transaction. The SET itself opens none.
   */
  private void switchOn(Session session, LogRecord record) {
    if (!session.isAutocommit) {
      sessions.commit(session, record.queryId, record.error != LogRecord.UNKNOWN_OUTCOME);
      session.isAutocommit = true;
    }
  }

  /**
   * Applies the effect of a failed statement before its error: a definition commits the open
   * transaction, and LOCK TABLES releases earlier locks.
   */
  public void failing(Session session, Statement statement, LogRecord record) {
    boolean commits = statement.transaction() == TransactionEffect.IMPLICIT_COMMIT;
    if (commits && !PreExecutionErrors.include(record.error)) {
      before(session, statement, record);
      session.hasLocks &= statement.kind() != StatementKind.LOCK;
    }
  }

  public void failed(Session session, LogRecord record) {
    if (record.error == DEADLOCK) {
      sessions.rollBack(session);
    }
  }

  private void savepoint(Session session, Statement statement) {
    // Without autocommit, a savepoint begins the transaction.
    Transaction open = session.isAutocommit ? session.transaction : sessions.begin(session);
    if (open == null) {
      return;
    }
    Bytes name = Bytes.of(statement.subject().toString().toLowerCase(java.util.Locale.ROOT));
    if (statement.transaction() == TransactionEffect.SAVEPOINT) {
      open.setSavepoint(name, output, refCounts);
    } else if (statement.transaction() == TransactionEffect.RELEASE_SAVEPOINT) {
      open.releaseSavepoint(name, output, refCounts);
    } else {
      open.rollBackTo(name, output, refCounts);
    }
  }
}
