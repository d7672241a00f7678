// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.confirmation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.reporters.mysql.binlog.BinlogHandler;
import org.colophon.reporters.mysql.binlog.EventGroup;
import org.colophon.reporters.mysql.binlog.LoggedCommit;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.RowChange;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.output.StatementOutcomes;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.output.UnitSink;
import org.colophon.reporters.mysql.session.BinlogRecorder;
import org.colophon.reporters.mysql.session.TableRecorder;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.state.PendingChange;
import org.colophon.reporters.mysql.state.PendingDefinition;
import org.colophon.reporters.mysql.state.TableState;
import org.colophon.reporters.mysql.state.TableWrites;
import org.colophon.reporters.mysql.state.Tables;
import org.colophon.reporters.mysql.state.Transaction;
import org.colophon.reporters.mysql.state.TransactionStep;
import org.jspecify.annotations.Nullable;

/** Records the outcome of changes that waited for a binary log. One thread. */
public final class ConfirmationRecorder {
  private final Tables tables;
  private final TableRecorder access;
  private final UnitSink output;
  private final StatementRefCounts refCounts;

  public ConfirmationRecorder(
      Tables tables, TableRecorder access, UnitSink output, StatementRefCounts refCounts) {
    this.tables = tables;
    this.access = access;
    this.output = output;
    this.refCounts = refCounts;
  }

  // --- confirmed changes ---

  /** Records a change that the binary log confirms, at the time of its commit. */
  public void confirm(CommitMatch match, LoggedCommit commit) {
    long before = output.now();
    EventGroup group = commit.group;
    output.setNow(
        group.commitNanos() != 0 ? group.commitNanos() : TimeUnit.SECONDS.toNanos(group.seconds()));
    if (match.waiting().isDefinition()) {
      definition(match.waiting(), commit);
    } else {
      transaction(match, commit);
    }
    output.setNow(before);
  }

  private void definition(PendingChange waiting, LoggedCommit commit) {
    PendingDefinition definition = waiting.definition();
    if (!waiting.isDone) {
      access.applyLate(waiting.session, definition, definition.outcome().succeeded());
      waiting.isDone = true;
    }
    if (!waiting.isFound) {
      waiting.isFound = true;
      Bytes where = Bytes.of(BinlogRecorder.where(commit.group));
      output.extend(definition.process(), 0, StatementOutcomes.COMMITTED, where);
    }
    for (LoggedStatement statement : commit.statements) {
      for (TableName table : changed(statement.changes())) {
        long object = tables.get(table).object;
        count(definition.process(), object, commit.group, table, statement.changes());
      }
    }
  }

  private void transaction(CommitMatch match, LoggedCommit commit) {
    PendingChange waiting = match.waiting();
    Transaction of = waiting.transaction();
    if (of.process != 0 && waiting.changed.isEmpty()) {
      output.extend(
          of.process, 0, StatementOutcomes.COMMITTED, Bytes.of(BinlogRecorder.where(commit.group)));
    }
    int step = 0;
    for (int i = 0; i < match.stepOf().size(); i++) {
      int found = match.stepOf().get(i);
      LoggedStatement statement = commit.statements.get(i);
      if (found != CommitMatch.NO_STEP) {
        step = found;
        step(waiting, step, commit, statement);
      } else if (!waiting.hasMore() && !statement.isTextAlone()) {
        step(
            waiting, step, commit,
            statement); // a statement such as SAVEPOINT, or on a temporary table, matches no step
      }
      changed(statement.changes()).forEach(table -> waiting.changed.add(find(of, table).object));
    }
    changed(commit.rest).forEach(table -> waiting.changed.add(find(of, table).object));
  }

  private void step(
      PendingChange waiting, int place, LoggedCommit commit, LoggedStatement statement) {
    List<RowChange> changes = statement.changes();
    List<TransactionStep> steps = waiting.transaction().steps;
    TransactionStep step = steps.get(place);
    step.isConfirmed = true;
    boolean isCertain = commit.end == BinlogHandler.End.COMMIT;
    for (TableName name : changed(waiting.transaction(), place, statement)) {
      TableState table = find(waiting.transaction(), name);
      if (step.changed.add(table.object)) {
        write(waiting, step, table, isCertain);
      } else {
        output.access(
            OperationKind.WRITE, step.process, table.object); // may occur many times, as in a loop
      }
      count(step.process, table.object, commit.group, name, changes);
      for (int i = place + 1; i < steps.size() && steps.get(i).isOfTrigger; i++) {
        TableWrites writes = waiting.transaction().tables.get(table.object);
        if (writes != null && writes.has(steps.get(i).process)) {
          steps.get(i).isConfirmed = true;
          write(waiting, steps.get(i), table, isCertain);
        }
      }
      table.changed(waiting.session, LogRecord.NO_QUERY_ID, output);
    }
  }

  private void write(
      PendingChange waiting, TransactionStep step, TableState table, boolean isCertain) {
    StatementOutcomes.write(step.process, table.object, isCertain, output);
    TableWrites writes = waiting.transaction().tables.get(table.object);
    if (writes != null && writes.take(step.process)) {
      refCounts.release(step.process);
    }
  }

  private void count(
      long process, long table, EventGroup group, TableName name, List<RowChange> changes) {
    String counts = BinlogRecorder.where(group) + BinlogRecorder.counts(name, changes);
    output.extend(process, table, StatementOutcomes.COMMITTED, Bytes.of(counts));
  }

  /**
   * Returns the table of a name: the table that was written under it, or else the table that has
   * the name now.
   */
  private TableState find(Transaction of, TableName name) {
    for (TableWrites writes : of.tables.values()) {
      if (writes.name.equals(name)) {
        return writes.table;
      }
    }
    return tables.get(name);
  }

  /**
   * Returns the tables that a statement changed: from its rows, or without rows from the other log.
   */
  private static Set<TableName> changed(Transaction of, int place, LoggedStatement statement) {
    if (!statement.isTextAlone()) {
      return changed(statement.changes());
    }
    Set<TableName> names = new HashSet<>();
    int i = place;
    do {
      long process = of.steps.get(i++).process;
      of.tables.values().stream()
          .filter(writes -> writes.has(process))
          .forEach(writes -> names.add(writes.name));
    } while (i < of.steps.size() && of.steps.get(i).isOfTrigger);
    return names;
  }

  private static Set<TableName> changed(List<RowChange> changes) {
    Set<TableName> names = new HashSet<>();
    changes.forEach(change -> names.add(change.table()));
    return names;
  }

  // --- unconfirmed changes ---

  /**
   * Finishes a change that gets no further confirmation.
   *
   * @param isKnown whether the binary log is complete for the change
   */
  public void finish(PendingChange waiting, boolean isKnown) {
    if (waiting.isDefinition()) {
      finishDefinition(waiting, isKnown);
    } else {
      finishTransaction(waiting, isKnown);
    }
  }

  private void finishDefinition(PendingChange waiting, boolean isKnown) {
    PendingDefinition definition = waiting.definition();
    if (!waiting.isDone && !isKnown) {
      access.applyLate(waiting.session, definition, definition.outcome());
    } else if (!waiting.isDone && definition.hasEffect()) {
      access.touch(waiting.session, definition.process(), definition.touches());
      StatementOutcomes.notLogged(definition.process(), output);
    }
    refCounts.releaseIfHeld(definition.process());
  }

  private void finishTransaction(PendingChange waiting, boolean isKnown) {
    Transaction of = waiting.transaction();
    if (waiting.isRolledBack) {
      of.tables.values().forEach(writes -> writes.undo(0, output, refCounts));
    }
    endAll(waiting, isKnown);
    for (TransactionStep step : of.steps) {
      boolean isFound = step.isConfirmed || !step.changed.isEmpty();
      boolean isMissing = !isFound && !step.hasOtherTexts && !step.isOfTrigger;
      if (isMissing && isKnown && !waiting.isRolledBack) {
        StatementOutcomes.notLogged(step.process, output);
      }
      refCounts.releaseIfHeld(step.process);
    }
    of.removeWriters();
    if (of.process != 0) {
      output.exit(of.process, waiting.isRolledBack ? StatementRefCounts.FAILED : 0);
    }
  }

  private void endAll(PendingChange waiting, boolean isKnown) {
    for (TableWrites writes : waiting.transaction().tables.values()) {
      while (writes.count > 0) {
        end(waiting, writes, writes.writers[0], isKnown);
      }
    }
  }

  /** Ends a write that only the other log contains. */
  private void end(PendingChange waiting, TableWrites writes, long writer, boolean isKnown) {
    TransactionStep step = stepOf(waiting, writer);
    boolean isCertain = step == null && waiting.changed.contains(writes.table.object);
    boolean mayBeLogged =
        step != null && (step.hasOtherTexts || step.isOfTrigger) && !isOfConfirmed(waiting, step);
    boolean isPossible = !isKnown || writes.isTemporary || mayBeLogged;
    if (isCertain || isPossible) {
      StatementOutcomes.write(writer, writes.table.object, isCertain, output);
      writes.table.changed(waiting.session, LogRecord.NO_QUERY_ID, output);
    } else {
      output.access(OperationKind.OPEN, writer, writes.table.object);
    }
    writes.take(writer);
    refCounts.release(writer);
  }

  /**
   * Returns whether a trigger ran the step, and the binary log has its writes with the statement
   * that fired the trigger.
   */
  private static boolean isOfConfirmed(PendingChange waiting, TransactionStep step) {
    return step.isOfTrigger && !waiting.transaction().steps.get(0).hasOtherTexts;
  }

  private static @Nullable TransactionStep stepOf(PendingChange waiting, long process) {
    for (TransactionStep step : waiting.transaction().steps) {
      if (step.process == process) {
        return step;
      }
    }
    return null;
  }
}
