// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.output.ServerNames;
import org.colophon.reporters.mysql.output.StatementOutcomes;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.Rename;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.state.LogOutcome;
import org.colophon.reporters.mysql.state.PendingChange;
import org.colophon.reporters.mysql.state.PendingDefinition;
import org.colophon.reporters.mysql.state.ResolvedTableUse;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.state.TableReader;
import org.colophon.reporters.mysql.state.TableState;
import org.colophon.reporters.mysql.state.TableWrites;
import org.colophon.reporters.mysql.state.Tables;
import org.colophon.reporters.mysql.state.Transaction;
import org.colophon.reporters.mysql.state.Views;

/** Records the effect of statements on tables. One thread. */
public final class TableRecorder {
  private static final int HEAD = 256;

  private static final Pattern REPLACES =
      Pattern.compile(
          "\\s*(?>/\\*.*?\\*/\\s*)*+(set\\s+statement\\s.*?\\sfor\\s+)?(create\\s+or\\s+replace|alter)\\s.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final Tables tables;
  private final Views views;
  private final UnitSink output;
  private final StatementRefCounts refCounts;
  private final PendingChanges pending;

  /** Returns the place of a creation in the log. It distinguishes tables with the same name. */
  private final Function<LogRecord, String> generation;

  /** Tests whether a rollback does not undo changes of a table. */
  private final Predicate<TableName> isNontransactional;

  /** Objects that the current statement has written. */
  private List<Long> written = List.of();

  public TableRecorder(
      Tables tables,
      Views views,
      UnitSink output,
      StatementRefCounts refCounts,
      PendingChanges pending,
      Function<LogRecord, String> generation,
      Predicate<TableName> isNontransactional) {
    this.tables = tables;
    this.views = views;
    this.output = output;
    this.refCounts = refCounts;
    this.pending = pending;
    this.generation = generation;
    this.isNontransactional = isNontransactional;
  }

  public boolean isKnown(TableName name) {
    return tables.isKnown(name);
  }

  public TableState get(TableName name) {
    return tables.get(name);
  }

  /** Records a statement that did not fail according to the log. */
  public void record(
      Session session,
      long process,
      List<ResolvedTableUse> touches,
      Statement statement,
      LogRecord record) {
    readOnly(session, process, touches, record);
    apply(session, process, touches, statement, outcome(touches, statement, record));
  }

  /** Records only the reads of a definition, whose writes take effect later. */
  public void readOnly(
      Session session, long process, List<ResolvedTableUse> touches, LogRecord record) {
    written = new ArrayList<>(2);
    for (ResolvedTableUse touch : touches) {
      if (touch.access().isRead()) {
        read(session, process, touch, record);
      }
    }
  }

  /** Returns the outcome of a statement according to the log. */
  public LogOutcome outcome(List<ResolvedTableUse> touches, Statement statement, LogRecord record) {
    boolean isCreating = false;
    for (ResolvedTableUse touch : touches) {
      isCreating |= touch.access() == Access.CREATE || touch.access() == Access.CREATE_IF_ABSENT;
    }
    String of = isCreating || !statement.renames().isEmpty() ? generation.apply(record) : "";
    // The uses of a failed statement are only its drops, so the kind of statement decides, too.
    boolean mayReplace = isCreating || statement.kind() == StatementKind.CREATE_TABLE;
    return new LogOutcome(record.queryId, record.error, of, mayReplace && replaces(record));
  }

  public void applyLate(Session session, PendingDefinition definition, LogOutcome outcome) {
    written = new ArrayList<>(2);
    apply(session, definition.process(), definition.touches(), definition.statement(), outcome);
  }

  private void apply(
      Session session,
      long process,
      List<ResolvedTableUse> touches,
      Statement statement,
      LogOutcome outcome) {
    for (ResolvedTableUse touch : touches) {
      if (touch.access().isWrite() && !isOfMissing(touch, statement)) {
        write(session, process, touch, statement, outcome);
      }
    }
    for (Rename rename : statement.renames()) {
      if (!isMissing(rename)) {
        rename(session, process, rename, outcome);
      }
    }
    if (statement.kind() == StatementKind.DROP_DATABASE) {
      tables.dropDatabase(statement.subject(), process);
    } else if (statement.kind() == StatementKind.CREATE_VIEW) {
      statement.writes().forEach(view -> views.define(view, statement.body()));
    }
  }

  /**
   * Returns whether an ALTER TABLE IF EXISTS finds no table. In this case, no table is declared.
   */
  private boolean isOfMissing(ResolvedTableUse touch, Statement statement) {
    return touch.access() == Access.ALTER
        && statement.renames().stream()
            .anyMatch(rename -> rename.from().equals(touch.name()) && isMissing(rename));
  }

  private boolean isMissing(Rename rename) {
    return rename.isOptional() && !rename.isTemporary() && !tables.isKnown(rename.from());
  }

  private void rename(Session session, long process, Rename rename, LogOutcome outcome) {
    if (!rename.isTemporary()) {
      tables.rename(rename.from(), rename.to(), outcome.generation(), process);
      views.rebound(rename.to());
      return;
    }
    TableState temporary = session.temporary.remove(rename.from());
    if (temporary != null) {
      session.temporary.put(rename.to(), temporary);
    }
  }

  /** Records tables that a failed statement used. */
  public void touch(Session session, long process, List<ResolvedTableUse> touches) {
    for (ResolvedTableUse touch : touches) {
      if (tables.isKnown(touch.name()) && !touch.isTemporary()) {
        TableState table = tables.get(touch.name());
        OperationKind kind = touch.access().isRead() ? OperationKind.READ : OperationKind.OPEN;
        output.access(kind, process, table.object);
      }
    }
  }

  /** Records rows that a failed statement wrote before the error to tables without transactions. */
  public void keepRows(
      Session session, long process, List<ResolvedTableUse> touches, LogRecord record) {
    written = new ArrayList<>(2);
    LogOutcome outcome = new LogOutcome(record.queryId, record.error, "", false);
    for (ResolvedTableUse touch : touches) {
      boolean isChange = touch.access().isWrite() && staysAfterRollback(touch);
      if (isChange && !PreExecutionErrors.include(record.error)) {
        effect(session, process, find(session, touch), outcome);
      }
    }
  }

  private void read(Session session, long process, ResolvedTableUse touch, LogRecord record) {
    TableState table = find(session, touch);
    output.access(OperationKind.READ, process, table.object);
    if (session.transaction != null) {
      session.transaction.read(process, table, output);
    }
    for (PendingChange waiting : session.waiting) {
      if (!waiting.isDefinition()) {
        waiting.transaction().read(process, table, output);
      }
    }
    TableReader reading = new TableReader(session, process, written);
    if (record.queryId == LogRecord.NO_QUERY_ID) {
      table.add(reading);
    } else {
      table.addEnded(reading, record.queryId, refCounts);
    }
  }

  private TableState find(Session session, ResolvedTableUse touch) {
    TableState temporary = session.temporary.get(touch.name());
    return temporary != null && !touch.isReported() ? temporary : tables.get(touch.name());
  }

  private void write(
      Session session,
      long process,
      ResolvedTableUse touch,
      Statement statement,
      LogOutcome outcome) {
    switch (touch.access()) {
      case CREATE, CREATE_IF_ABSENT -> create(session, process, touch, outcome);
      case DROP -> drop(session, process, touch);
      case TRUNCATE -> {
        TableState table = find(session, touch);
        output.cut(process, table.object);
        effect(session, process, table, outcome);
      }
      default -> change(session, process, touch, statement, outcome);
    }
  }

  private void change(
      Session session,
      long process,
      ResolvedTableUse touch,
      Statement statement,
      LogOutcome outcome) {
    TableState table = find(session, touch);
    boolean isAtOnce = isDefinition(statement) || staysAfterRollback(touch);
    Transaction open = isAtOnce ? null : pending.open(session, table);
    if (open == null) {
      effect(session, process, table, outcome);
    } else {
      TableWrites writes = open.write(session, process, touch.name(), table, output, refCounts);
      writes.isTemporary = session.temporary.containsValue(table);
    }
  }

  /** Returns whether a rollback does not undo a write. A binary log shows such writes by itself. */
  private boolean staysAfterRollback(ResolvedTableUse write) {
    return !pending.isOn() && isNontransactional.test(write.name());
  }

  private static boolean isDefinition(Statement statement) {
    return switch (statement.kind()) {
      case CREATE_TABLE, ALTER_TABLE, TRUNCATE, DROP_TABLE -> true;
      default -> false;
    };
  }

  private void effect(Session session, long process, TableState table, LogOutcome outcome) {
    StatementOutcomes.write(process, table.object, outcome.error() == 0, output);
    written.add(table.object);
    table.changed(session, outcome.queryId(), output);
  }

  private void create(Session session, long process, ResolvedTableUse touch, LogOutcome outcome) {
    TableName name = touch.name();
    TableState table;
    if (touch.isTemporary()) {
      table = session.temporary.get(name);
      if (table == null || !isKept(touch, outcome)) {
        table = new TableState(output.object(ServerNames.temporary(name, session.connection)));
        session.temporary.put(name, table);
      } else if (touch.access() == Access.CREATE_IF_ABSENT) {
        return;
      }
    } else if (isNew(touch, outcome)) {
      table = tables.create(name, outcome.generation(), process);
      views.rebound(name);
    } else {
      table = tables.get(name);
    }
    effect(session, process, table, outcome);
  }

  private boolean isNew(ResolvedTableUse touch, LogOutcome outcome) {
    return !tables.isKnown(touch.name()) || !isKept(touch, outcome);
  }

  /**
   * Returns whether a known table remains after a CREATE. It remains with IF NOT EXISTS. If the log
   * has no error codes, it also remains unless the statement replaces it.
   */
  private static boolean isKept(ResolvedTableUse touch, LogOutcome outcome) {
    return touch.access() == Access.CREATE_IF_ABSENT
        || (outcome.error() != 0 && !outcome.replaces());
  }

  /** Returns whether the statement replaces an existing table. */
  public static boolean replaces(LogRecord record) {
    int end = Math.min(record.to, record.from + HEAD);
    String head =
        new String(record.text, record.from, end - record.from, StandardCharsets.ISO_8859_1);
    return REPLACES.matcher(head).matches();
  }

  /** Drops a table although the statement failed. */
  public void dropReported(Session session, long process, ResolvedTableUse touch) {
    if (touch.isTemporary()) {
      drop(session, process, touch);
    } else {
      tables.drop(touch.name(), process); // a table that the server reports is not temporary
    }
  }

  private void drop(Session session, long process, ResolvedTableUse touch) {
    TableState temporary = session.temporary.remove(touch.name());
    if (temporary != null) {
      output.access(OperationKind.RENAME, process, temporary.object);
    } else if (!touch.isTemporary()) {
      tables.drop(touch.name(), process);
    }
  }
}
