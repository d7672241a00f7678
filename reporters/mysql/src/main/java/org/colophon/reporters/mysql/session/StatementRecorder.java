// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.encoding.SqlMarks;
import org.colophon.reporters.mysql.binlog.StatementHash;
import org.colophon.reporters.mysql.binlog.event.RowChange;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.TableEvent;
import org.colophon.reporters.mysql.output.StatementOutcomes;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.session.TableEvents.Opened;
import org.colophon.reporters.mysql.sql.Analysis;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;
import org.colophon.reporters.mysql.state.PendingDefinition;
import org.colophon.reporters.mysql.state.ResolvedTableUse;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.state.TableState;
import org.colophon.reporters.mysql.state.Transaction;
import org.colophon.reporters.mysql.state.VariableFlow;
import org.jspecify.annotations.Nullable;

/** Records statements. One thread. */
public final class StatementRecorder {
  /** Marks a gap that may concern any table. */
  private static final long ANY_PROCESS = 0;

  /** Database that server_audit reports for statements of events. */
  private static final Bytes EVENTS = Bytes.of("mysql");

  private final Sessions sessions;
  private final TransactionControl control;
  private final PendingChanges pending;
  private final TableRecorder tables;
  private final FileRecorder files;
  private final TableEvents events = new TableEvents();
  private final SqlAnalyzer analyzer;
  private final boolean keepsLiterals;
  private final UnitSink output;
  private final StatementRefCounts refCounts;

  public StatementRecorder(
      Sessions sessions,
      TransactionControl control,
      PendingChanges pending,
      TableRecorder tables,
      FileRecorder files,
      SqlAnalyzer analyzer,
      boolean keepsLiterals,
      UnitSink output,
      StatementRefCounts refCounts) {
    this.sessions = sessions;
    this.control = control;
    this.pending = pending;
    this.tables = tables;
    this.files = files;
    this.analyzer = analyzer;
    this.keepsLiterals = keepsLiterals;
    this.output = output;
    this.refCounts = refCounts;
  }

  /** Records a table that the server opens for a statement, before the statement's own record. */
  public void opened(Session session, LogRecord record) {
    Opened opened = events.add(record);
    if (opened != null && opened.event() == TableEvent.WRITE && tables.isKnown(opened.name())) {
      TableState table = tables.get(opened.name());
      session.opened.add(table, record.queryId);
    }
  }

  public void record(Session session, LogRecord record) {
    List<Opened> opened = events.take(session.connection, record.queryId);
    Analysis analysis = analyze(session, record, opened);
    boolean isOfTrigger = isOfTrigger(session, analysis, record);
    if (!isOfTrigger) {
      sessions.stop(session);
    }
    StatementName name = new StatementName(analyzer, analysis, keepsLiterals);
    for (Statement statement : analysis.statements()) {
      boolean isOneOfMany = analysis.statements().size() > 1;
      AnalyzedStatement analyzed = new AnalyzedStatement(statement, name, isOfTrigger, isOneOfMany);
      if (record.error > 0) {
        failed(session, analyzed, opened, record);
      } else {
        succeeded(session, analyzed, opened, record);
        apply(session, statement, record);
      }
    }
    session.opened.close(record.queryId);
    VariableFlow.end(session, record.queryId);
  }

  /**
   * Analyzes a text. A statement of an event runs in the event's database, which the general query
   * log does not contain. server_audit reports the database {@code mysql} and the opened tables.
   */
  private Analysis analyze(Session session, LogRecord record, List<Opened> opened) {
    if (session.connectedNanos == 0 && session.sql.database().equals(EVENTS)) {
      List<TableName> outer = events.readBefore(session.connection, record.queryId);
      Stream.concat(opened.stream().map(Opened::name), outer.stream())
          .findFirst()
          .ifPresent(table -> session.sql.database(table.database()));
    }
    Analysis analysis = analyzer.analyze(session.sql, record.text, record.from, record.to);
    if (session.sql.database().isEmpty() && !analysis.statements().get(0).isUnderstood()) {
      Statement first = analysis.statements().get(0);
      analyzer.catalog().databaseOfEvent(first).ifPresent(session.sql::database);
      return analyzer.analyze(session.sql, record.text, record.from, record.to);
    }
    return analysis;
  }

  private void apply(Session session, Statement statement, LogRecord record) {
    boolean isReported = record.error == 0 || statement.kind() != StatementKind.CREATE_VIEW;
    if (isReported || TableRecorder.replaces(record)) {
      analyzer.apply(session.sql, statement);
    } else {
      analyzer.applyUncertain(session.sql, statement);
    }
  }

  /**
   * Records a statement of the binary log. Takes the writes from its rows and the reads from its
   * text.
   *
   * @return its process
   */
  public long committed(Session session, LogRecord record, List<RowChange> changes) {
    Analysis analysis = analyzeChange(session, record, changes);
    StatementName name = new StatementName(analyzer, analysis, keepsLiterals);
    Statement statement = analysis.statements().get(0);
    AnalyzedStatement analyzed = new AnalyzedStatement(statement, name, false, false);
    List<ResolvedTableUse> touches = TableUseResolver.ofRows(statement, changes);
    long process = begin(session, analyzed, touches, record);
    files.read(session, process, statement, record);
    tables.record(session, process, touches, statement, record);
    files.write(session, process, statement, record);
    refCounts.release(process);
    return process;
  }

  /**
   * Analyzes the text of a statement with logged rows. If the text names the written table without
   * a database, all names without one are in the database of the rows. Otherwise the database of
   * such names is unknown.
   */
  private Analysis analyzeChange(Session session, LogRecord record, List<RowChange> changes) {
    session.sql.database(Bytes.EMPTY);
    Analysis analysis = analyzer.analyze(session.sql, record.text, record.from, record.to);
    boolean isUnqualified =
        analysis.statements().get(0).tables().stream()
            .anyMatch(use -> use.access().isWrite() && use.name().database().isEmpty());
    if (!isUnqualified) {
      return analysis;
    }
    session.sql.database(changes.get(0).table().database());
    return analyzer.analyze(session.sql, record.text, record.from, record.to);
  }

  /**
   * Returns whether a trigger of the previous statement ran the statement. Such a statement uses
   * NEW or OLD rows. Needed only for a log without query ids.
   */
  private boolean isOfTrigger(Session session, Analysis analysis, LogRecord record) {
    return record.queryId == LogRecord.NO_QUERY_ID
        && session.running != 0
        && analysis.statements().get(0).kind() != StatementKind.CREATE_ROUTINE
        && analyzer.namesTriggerRows();
  }

  private void succeeded(
      Session session, AnalyzedStatement analyzed, List<Opened> opened, LogRecord record) {
    Statement statement = analyzed.statement();
    control.before(session, statement, record);
    if (!isRecorded(statement, record)) {
      session.passed = statement.variables();
    } else {
      boolean usesAll =
          analyzed.runs(Access.UNKNOWN, record) || analyzed.runs(Access.VARIABLES, record);
      boolean usesLocals = usesAll || AnalyzedStatement.usesLocals(record);
      List<ResolvedTableUse> touches = touches(session, statement, opened, record);
      if (usesLocals) {
        touches =
            TableUseResolver.with(touches, events.readBefore(session.connection, record.queryId));
      }
      long process = begin(session, analyzed, touches, record);
      VariableFlow.read(session, process, statement, record.queryId, usesLocals, output);
      files.read(session, process, statement, record);
      tables(session, process, analyzed, touches, record);
      files.write(session, process, statement, record);
      VariableFlow.write(session, process, statement, record.queryId);
      if (usesAll) {
        session.variables.clear();
      }
      if (usesAll || (usesLocals && statement.kind() == StatementKind.CALL)) {
        VariableFlow.writeLocals(session, process, record.queryId);
      }
      if (analyzed.returnsRows(record)) {
        sessions.returned(session, process);
      }
      runs(session, process, analyzed, record);
    }
    control.after(session, statement, record);
  }

  private void tables(
      Session session,
      long process,
      AnalyzedStatement analyzed,
      List<ResolvedTableUse> touches,
      LogRecord record) {
    if (!pending.isOn()) {
      tables.record(session, process, touches, analyzed.statement(), record);
      return;
    }
    PendingDefinition definition = definition(process, analyzed, touches, record);
    long seconds = PendingChanges.seconds(record);
    boolean waits = !analyzed.isOneOfMany() && pending.define(session, definition, seconds);
    if (waits) {
      tables.readOnly(session, process, touches, record);
      return;
    }
    tables.record(session, process, touches, analyzed.statement(), record);
    pending.defined(session, definition, seconds);
    if (TableUseResolver.changeRows(analyzed.statement(), touches)) {
      pending.addRowChange(session, process, analyzed, touches, record);
    }
  }

  private PendingDefinition definition(
      long process, AnalyzedStatement analyzed, List<ResolvedTableUse> touches, LogRecord record) {
    return new PendingDefinition(
        process,
        touches,
        analyzed.statement(),
        tables.outcome(touches, analyzed.statement(), record),
        analyzed.name().text(),
        StatementHash.of(record.text, record.from, record.to),
        PendingDefinition.verb(record.text, record.from, record.to));
  }

  /**
   * Ends the process of a statement, or marks it as running. If the log has no query ids, a
   * statement runs until the connection's next record.
   */
  private void runs(Session session, long process, AnalyzedStatement analyzed, LogRecord record) {
    if (record.queryId != LogRecord.NO_QUERY_ID || analyzed.isOfTrigger()) {
      refCounts.release(process);
    } else {
      sessions.release(session);
      session.running = process;
    }
  }

  private List<ResolvedTableUse> touches(
      Session session, Statement statement, List<Opened> opened, LogRecord record) {
    if (record.queryId == LogRecord.NO_QUERY_ID) {
      return TableUseResolver.ofText(statement);
    }
    boolean isWithin = events.isWithin(session.connection, record.queryId);
    return TableUseResolver.of(statement, opened, session.hasLocks || isWithin);
  }

  /**
   * Returns whether a statement becomes a process. Statements that control transactions do not, nor
   * does an EXECUTE if the prepared statement has its own record.
   */
  private static boolean isRecorded(Statement statement, LogRecord record) {
    return switch (statement.kind()) {
      case TRANSACTION, EMPTY, USE, DEALLOCATE -> false;
      case EXECUTE -> record.queryId != LogRecord.NO_QUERY_ID;
      default -> true;
    };
  }

  private long begin(
      Session session,
      AnalyzedStatement analyzed,
      List<ResolvedTableUse> touches,
      LogRecord record) {
    Transaction open = transactionOf(session, analyzed.statement(), touches);
    long parent = open == null ? sessions.process(session) : open.process;
    long process = output.process(analyzed.name().get());
    output.link(LinkKind.FORK, process, parent);
    sessions.process(session);
    sessions.associate(session, process);
    if (analyzed.isOfTrigger()) {
      output.link(LinkKind.INFORM, process, session.running);
    }
    if (analyzed.name().isShortened()) {
      output.extend(process, 0, SqlMarks.TEXT, analyzed.name().text());
    }
    boolean isPartial = record.isCut() || analyzed.hidesSources(record);
    if (!analyzed.statement().isUnderstood() || isPartial) {
      notUnderstood(process, process, record);
    } else if (analyzed.runs(Access.UNKNOWN, record)) {
      notUnderstood(process, ANY_PROCESS, record);
    }
    if (record.isCut()) {
      output.extend(process, 0, "sql/cut", Bytes.of("of " + record.fullLength + " bytes"));
    }
    return process;
  }

  /**
   * Marks a statement whose effect may be larger than recorded. Records a gap unless it failed.
   *
   * @param concerned process that the gap concerns
   */
  private void notUnderstood(long process, long concerned, LogRecord record) {
    output.extend(process, 0, "sql/not-understood", Bytes.EMPTY);
    if (record.error <= 0) {
      output.gap(concerned, GapCause.UNKNOWN_CALL, 1);
    }
  }

  /**
   * Returns the transaction of a statement. Without autocommit, the first statement that uses a
   * table begins one.
   */
  private @Nullable Transaction transactionOf(
      Session session, Statement statement, List<ResolvedTableUse> touches) {
    if (statement.transaction() == TransactionEffect.IMPLICIT_COMMIT) {
      return null;
    }
    boolean begins = !session.isAutocommit && !touches.isEmpty();
    return begins ? sessions.begin(session) : session.transaction;
  }

  private void failed(
      Session session, AnalyzedStatement analyzed, List<Opened> opened, LogRecord record) {
    control.failing(session, analyzed.statement(), record);
    if (isRecorded(analyzed.statement(), record)) {
      List<ResolvedTableUse> touches = touches(session, analyzed.statement(), opened, record);
      long process = begin(session, analyzed, touches, record);
      List<ResolvedTableUse> gone = droppedTables(session, analyzed.statement(), opened, record);
      if (!gone.isEmpty()) {
        drop(session, process, gone);
      }
      tables.touch(session, process, touches);
      tables.keepRows(session, process, touches, record);
      StatementOutcomes.failed(process, record.error, output);
      refCounts.fail(process);
    }
    control.failed(session, record);
  }

  private void drop(Session session, long process, List<ResolvedTableUse> dropped) {
    for (ResolvedTableUse each : dropped) {
      tables.dropReported(session, process, each);
      analyzer.dropped(session.sql, each.name(), each.isTemporary());
    }
  }

  public static boolean dropsOthers(int error) {
    return switch (error) {
      case 1051, // a table is missing
          1965 -> // one of them is a view
          true;
      default -> false;
    };
  }

  /**
   * Returns the tables that a failed statement dropped: those that the server reported, those that
   * it should replace, and temporary tables in a DROP TABLE that did not find another table.
   */
  private static List<ResolvedTableUse> droppedTables(
      Session session, Statement statement, List<Opened> opened, LogRecord record) {
    List<ResolvedTableUse> dropped = new ArrayList<>();
    for (Opened each : opened) {
      if (each.event() == TableEvent.DROP) {
        dropped.add(new ResolvedTableUse(each.name(), Access.DROP, false, true));
      }
    }
    boolean isOfOthers = statement.kind() == StatementKind.DROP_TABLE && dropsOthers(record.error);
    // The binary log has only statements that had an effect.
    boolean isOfBinlog = record.queryId == LogRecord.NO_QUERY_ID;
    boolean isReplaced = isOfBinlog && TableRecorder.replaces(record);
    for (TableUse use : statement.tables()) {
      if (isReplaced && use.access() == Access.CREATE && !use.isTemporary()) {
        dropped.add(new ResolvedTableUse(use.name(), Access.DROP, false, true));
      }
      if (isOfOthers && session.temporary.containsKey(use.name())) {
        dropped.add(new ResolvedTableUse(use.name(), Access.DROP, true, false));
      }
    }
    return dropped;
  }

  public TableEvents events() {
    return events;
  }

  public void forget(long connection) {
    events.forget(connection);
  }
}
