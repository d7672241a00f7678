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

/** What statements do to transactions. Belongs to one thread. */
public final class TransactionControl {
  /** The server rolled the whole transaction back: a deadlock. */
  private static final int DEADLOCK = 1213;

  private final Sessions sessions;
  private final PendingChanges pending;
  private final UnitSink output;
  private final StatementRefCounts holds;

  public TransactionControl(
      Sessions sessions, PendingChanges pending, UnitSink output, StatementRefCounts holds) {
    this.sessions = sessions;
    this.pending = pending;
    this.output = output;
    this.holds = holds;
  }

  /** Before the statement does what it does. */
  public void before(Session session, Statement statement, LogRecord record) {
    boolean isCertain = record.error != LogRecord.UNKNOWN_OUTCOME;
    switch (statement.transaction()) {
      case BEGIN -> sessions.commit(session, record.queryId, isCertain);
      case IMPLICIT_COMMIT -> {
        if (!isUnlock(statement) || session.hasLocks) {
          sessions.commit(session, record.queryId, isCertain);
        }
      }
      case NONE, UNKNOWN, AUTOCOMMIT_ON -> {
        // What it belongs to goes on.
      }
      default -> control(session, statement, record, isCertain);
    }
  }

  private static boolean isUnlock(Statement statement) {
    return statement.kind() == StatementKind.LOCK && statement.tables().isEmpty();
  }

  private void control(Session session, Statement statement, LogRecord record, boolean isCertain) {
    switch (statement.transaction()) {
      case COMMIT, COMMIT_AND_CHAIN -> sessions.commit(session, record.queryId, isCertain);
      case ROLLBACK, ROLLBACK_AND_CHAIN -> sessions.rollBack(session);
      case SAVEPOINT, ROLLBACK_TO_SAVEPOINT, RELEASE_SAVEPOINT -> savepoint(session, statement);
      case XA_PREPARE -> prepare(session, statement.subject());
      case XA_COMMIT, XA_ROLLBACK -> endXa(session, statement, record, isCertain);
      default -> {
        // AUTOCOMMIT_OFF, XA_START and XA_END: what follows is told afterwards.
      }
    }
  }

  /** After the statement did what it does. */
  public void after(Session session, Statement statement, LogRecord record) {
    switch (statement.transaction()) {
      case BEGIN -> {
        session.hasLocks = false;
        sessions.begin(session);
      }
      case COMMIT_AND_CHAIN, ROLLBACK_AND_CHAIN -> sessions.begin(session);
      case AUTOCOMMIT_ON -> switchOn(session, record);
      case AUTOCOMMIT_OFF -> session.isAutocommit = false;
      case XA_START -> {
        sessions.begin(session);
        session.xa = statement.subject();
      }
      default -> {
        // Nothing begins.
      }
    }
    if (statement.kind() == StatementKind.LOCK) {
      session.hasLocks = !isUnlock(statement);
    }
  }

  /** Autocommit commits what is open if it was off; a SET itself opens nothing. */
  private void switchOn(Session session, LogRecord record) {
    if (!session.isAutocommit) {
      sessions.commit(session, record.queryId, record.error != LogRecord.UNKNOWN_OUTCOME);
      session.isAutocommit = true;
    }
  }

  /**
   * What the statement did before it failed: a definition commits first, and LOCK unlocks. Within
   * an XA transaction both are refused.
   */
  public void failing(Session session, Statement statement, LogRecord record) {
    boolean commits =
        statement.transaction() == TransactionEffect.IMPLICIT_COMMIT && session.xa.isEmpty();
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
    // Without autocommit a savepoint counts before any table is touched.
    Transaction open = session.isAutocommit ? session.transaction : sessions.begin(session);
    if (open == null) {
      return;
    }
    Bytes name = Bytes.of(statement.subject().toString().toLowerCase(java.util.Locale.ROOT));
    if (statement.transaction() == TransactionEffect.SAVEPOINT) {
      open.setSavepoint(name, output, holds);
    } else if (statement.transaction() == TransactionEffect.RELEASE_SAVEPOINT) {
      open.releaseSavepoint(name, output, holds);
    } else {
      open.rollBackTo(name, output, holds);
    }
  }

  private void prepare(Session session, Bytes xid) {
    boolean isItsOwn = !xid.isEmpty() && xid.equals(session.xa); // any other one fails
    if (session.transaction != null && isItsOwn) {
      pending.forget(session.transaction);
      sessions.prepare(xid, session.transaction);
      session.transaction = null;
      session.xa = Bytes.EMPTY;
    }
  }

  /** One phase ends what is open here, two phases what was prepared, perhaps elsewhere. */
  private void endXa(Session session, Statement statement, LogRecord record, boolean isCertain) {
    Transaction waiting = sessions.prepared.remove(statement.subject());
    boolean commits = statement.transaction() == TransactionEffect.XA_COMMIT;
    if (waiting != null) {
      if (!commits) {
        waiting.rollBack(output, holds);
      } else if (!pending.endXa(session, waiting, statement.subject(), record.queryId, isCertain)) {
        waiting.commit(session, record.queryId, isCertain, output, holds);
      }
    } else if (!session.xa.isEmpty() && session.xa.equals(statement.subject())) {
      if (commits) {
        sessions.commit(session, record.queryId, isCertain);
      } else {
        sessions.rollBack(session);
      }
    }
  }
}
