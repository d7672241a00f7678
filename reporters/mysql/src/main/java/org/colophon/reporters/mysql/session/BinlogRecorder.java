// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.encoding.SqlMarks;
import org.colophon.reporters.mysql.binlog.BinlogHandler;
import org.colophon.reporters.mysql.binlog.EventGroup;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.RowChange;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.colophon.reporters.mysql.output.StatementOutcomes;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.state.PendingDefinition;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.state.TableState;
import org.colophon.reporters.mysql.state.Tables;
import org.colophon.reporters.mysql.state.Transaction;

/**
 * Records a binary log: committed transactions in their order, with the tables that they changed.
 * Reads are recorded only if the log contains the text of the statement. One thread.
 */
public final class BinlogRecorder implements BinlogHandler {
  /**
   * Limit of connections; idle ones are evicted, because the log does not contain the ends of
   * connections.
   */
  private static final int MAX_CONNECTIONS = 128;

  private static final int MAX_NAME_LENGTH = 1024;

  private final Sessions sessions;
  private final StatementRecorder statements;
  private final Tables tables;
  private final UnitSink output;
  private final StatementRefCounts refCounts;

  public BinlogRecorder(
      Sessions sessions,
      StatementRecorder statements,
      Tables tables,
      UnitSink output,
      StatementRefCounts refCounts) {
    this.sessions = sessions;
    this.statements = statements;
    this.tables = tables;
    this.output = output;
    this.refCounts = refCounts;
  }

  @Override
  public void statement(EventGroup group, LoggedStatement statement) {
    Session session = sessions.of(group.connection());
    Transaction open = begin(session, group, statement);
    if (statement.changes().isEmpty()) {
      run(session, statement);
    } else {
      long process =
          statement.text().isEmpty()
              ? withoutText(session, open, statement)
              : withText(session, statement);
      count(process, group, statement);
    }
  }

  private Transaction begin(Session session, EventGroup group, LoggedStatement statement) {
    output.setNow(group.commitNanos() != 0 ? group.commitNanos() : statement.timeNanos());
    if (session.transaction != null) {
      return session.transaction;
    }
    Transaction begun = sessions.begin(session);
    output.extend(begun.process, 0, StatementOutcomes.COMMITTED, Bytes.of(where(group)));
    return begun;
  }

  /** Returns the place of a transaction in the log, with its global id if it has one. */
  public static String where(EventGroup group) {
    return group.gtid().isEmpty() ? group.place() : group.place() + ", gtid " + group.gtid();
  }

  /** Records a statement of which the log has only the text. */
  private void run(Session session, LoggedStatement statement) {
    session.sql.database(statement.database());
    statements.record(session, record(session, statement));
    sessions.stop(session);
  }

  private static LogRecord record(Session session, LoggedStatement statement) {
    LogRecord record = new LogRecord();
    record.kind = RecordKind.QUERY;
    record.connection = session.connection;
    record.timeNanos = statement.timeNanos();
    record.error = isDoneInPart(statement) ? 0 : statement.error();
    record.database = statement.database();
    record.text = statement.text().toArray();
    record.to = record.text.length;
    record.fullLength = record.to;
    return record;
  }

  /** Returns whether a DROP TABLE found only some of its tables, and dropped these tables. */
  private static boolean isDoneInPart(LoggedStatement statement) {
    byte[] text = statement.text().toArray();
    return StatementRecorder.dropsOthers(statement.error())
        && PendingDefinition.verb(text, 0, text.length).equals("DROP");
  }

  private long withText(Session session, LoggedStatement statement) {
    return statements.committed(session, record(session, statement), statement.changes());
  }

  private long withoutText(Session session, Transaction open, LoggedStatement statement) {
    long process = output.process(name(statement.changes()));
    output.link(LinkKind.FORK, process, open.process);
    sessions.associate(session, process);
    Set<TableName> written = new HashSet<>();
    for (RowChange change : statement.changes()) {
      if (written.add(change.table())) {
        TableState table = tables.get(change.table());
        open.write(session, process, change.table(), table, output, refCounts);
      }
    }
    refCounts.release(process);
    return process;
  }

  /** Returns a name for a statement whose text is not logged. */
  private static Bytes name(List<RowChange> changes) {
    StringBuilder name = new StringBuilder(SqlMarks.ROWS.toString());
    for (RowChange change : changes) {
      name.append(name.length() == SqlMarks.ROWS.length() ? "" : ", ");
      name.append(change.kind()).append(' ').append(change.table());
      if (name.length() > MAX_NAME_LENGTH) {
        return Bytes.of(name.append(", ...").toString());
      }
    }
    return Bytes.of(name.toString());
  }

  /** Records how many rows of each table the statement changed. */
  private void count(long process, EventGroup group, LoggedStatement statement) {
    Set<TableName> outcome = new HashSet<>();
    for (RowChange change : statement.changes()) {
      if (outcome.add(change.table())) {
        long table = tables.get(change.table()).object;
        output.extend(
            process,
            table,
            StatementOutcomes.COMMITTED,
            Bytes.of(where(group) + counts(change.table(), statement.changes())));
      }
    }
  }

  /** Returns a text such as {@code ": 2 inserted, 1 deleted"}. */
  public static String counts(TableName table, List<RowChange> changes) {
    StringBuilder text = new StringBuilder();
    for (RowChange change : changes) {
      if (change.table().equals(table)) {
        text.append(text.length() == 0 ? ": " : ", ").append(change.count());
      }
    }
    return text.toString();
  }

  @Override
  public void end(EventGroup group, End end) {
    Session session = sessions.of(group.connection());
    output.setNow(
        group.commitNanos() != 0 ? group.commitNanos() : TimeUnit.SECONDS.toNanos(group.seconds()));
    switch (end) {
      case COMMIT -> sessions.commit(session, 0, true);
      // It is unknown which tables kept their changes.
      case ROLLBACK -> sessions.commit(session, 0, false);
      case PREPARE -> prepare(session, group);
      case COMMIT_PREPARED, ROLLBACK_PREPARED -> endPrepared(session, group, end);
    }
    limit();
  }

  private void prepare(Session session, EventGroup group) {
    if (session.transaction != null) {
      sessions.prepare(group.xa(), session.transaction);
      session.transaction = null;
    }
  }

  private void endPrepared(Session session, EventGroup group, End end) {
    Transaction prepared = sessions.prepared.remove(group.xa());
    if (prepared != null && end == End.COMMIT_PREPARED) {
      prepared.commit(session, 0, true, output, refCounts);
    } else if (prepared != null) {
      prepared.rollBack(output, refCounts);
    }
  }

  private void limit() {
    if (sessions.all.size() > MAX_CONNECTIONS) {
      restarted();
    }
  }

  @Override
  public void definition(EventGroup group, LoggedStatement statement) {
    Session session = sessions.of(group.connection());
    output.setNow(statement.timeNanos());
    run(session, statement);
    limit();
  }

  @Override
  public void restarted() {
    for (Session session : new ArrayList<>(sessions.all.values())) {
      if (session.transaction == null) {
        sessions.quit(session.connection);
      }
    }
  }

  @Override
  public void logReset() {
    // The server resets its log while sessions and prepared transactions continue.
  }

  @Override
  public void problem(String place, String problem, boolean isLoss) {
    output.refuse(place, problem);
    if (isLoss) {
      output.gap(org.colophon.core.model.GapCause.EVENTS_LOST, 1);
    }
  }
}
