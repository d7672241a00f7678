// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import java.util.List;
import java.util.Objects;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.session.PendingChanges;
import org.colophon.reporters.mysql.session.Sessions;
import org.colophon.reporters.mysql.session.TableUseResolver;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.state.LogOutcome;
import org.colophon.reporters.mysql.state.PendingChange;
import org.colophon.reporters.mysql.state.PendingDefinition;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.state.TableWrites;
import org.colophon.reporters.mysql.state.Transaction;
import org.colophon.reporters.mysql.state.TransactionStep;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * Saves and restores changes that wait for a binary log. They are restored after the sessions. One
 * thread.
 */
final class PendingState {
  private final Sessions sessions;
  private final PendingChanges pending;
  private final SqlAnalyzer analyzer;

  PendingState(Sessions sessions, PendingChanges pending, SqlAnalyzer analyzer) {
    this.sessions = sessions;
    this.pending = pending;
    this.analyzer = analyzer;
  }

  void write(StateWriter out) {
    List<Session> open =
        sessions.all.values().stream()
            .filter(each -> each.transaction != null && !each.transaction.steps.isEmpty())
            .toList();
    out.number(open.size());
    for (Session session : open) {
      steps(Objects.requireNonNull(session.transaction), out.number(session.connection));
    }
    out.number(pending.all.size());
    pending.all.forEach(waiting -> write(waiting, out));
  }

  private static void steps(Transaction of, StateWriter out) {
    out.number(of.steps.size());
    for (TransactionStep step : of.steps) {
      out.id(step.process).number(step.text);
      out.flag(step.hasOtherTexts).flag(step.isOfTrigger).flag(step.isConfirmed);
    }
  }

  private static void write(PendingChange waiting, StateWriter out) {
    out.number(waiting.session.connection).flag(waiting.isRolledBack).flag(waiting.isDone);
    out.flag(waiting.isFound);
    out.flag(waiting.isDefinition());
    if (waiting.isDefinition()) {
      write(waiting.definition(), waiting.seconds(), out);
    } else {
      SessionState.write(waiting.transaction(), out);
      steps(waiting.transaction(), out);
      out.number(waiting.changed.size());
      waiting.changed.forEach(out::id);
    }
  }

  private static void write(PendingDefinition definition, long seconds, StateWriter out) {
    out.id(definition.process()).number(definition.text()).bytes(Bytes.of(definition.verb()));
    // The text is needed only if the definition changes tables.
    out.bytes(definition.hasEffect() ? definition.name() : Bytes.EMPTY).number(seconds);
    LogOutcome outcome = definition.outcome();
    out.number(outcome.queryId()).flag(outcome.error() == 0).flag(outcome.replaces());
    out.bytes(Bytes.of(outcome.generation()));
  }

  void read(StateReader in, SessionState state) {
    for (int left = in.count(); left > 0; left--) {
      Session session = sessions.all.get(in.number());
      if (session == null || session.transaction == null) {
        throw StateReader.corrupt();
      }
      steps(session, session.transaction, in, state);
    }
    for (int left = in.count(); left > 0; left--) {
      waiting(in, state);
    }
  }

  private static void steps(Session session, Transaction of, StateReader in, SessionState state) {
    for (int left = in.count(); left > 0; left--) {
      long process = in.id();
      state.held(process);
      TransactionStep step = new TransactionStep(process, in.number(), in.flag(), in.flag());
      step.isConfirmed = in.flag();
      of.steps.add(step);
    }
    for (TableWrites writes : of.tables.values()) {
      writes.isTemporary =
          session.temporary.values().stream()
              .anyMatch(table -> table.object == writes.table.object);
    }
  }

  private void waiting(StateReader in, SessionState state) {
    Session session = sessions.all.get(in.number());
    if (session == null) {
      throw StateReader.corrupt();
    }
    boolean isRolledBack = in.flag();
    boolean isDone = in.flag();
    boolean isFound = in.flag();
    PendingChange waiting;
    if (in.flag()) {
      waiting = definition(session, in, state);
    } else {
      Transaction of = state.transaction(in);
      steps(session, of, in, state);
      waiting = PendingChange.of(session, of, isRolledBack);
      for (int left = in.count(); left > 0; left--) {
        waiting.changed.add(in.id());
      }
    }
    waiting.isDone = isDone;
    waiting.isFound = isFound;
    pending.add(waiting);
  }

  private PendingChange definition(Session session, StateReader in, SessionState state) {
    long process = in.id();
    state.held(process);
    long text = in.number();
    String verb = in.bytes().toString();
    Bytes name = in.bytes();
    long seconds = in.number();
    long queryId = in.number();
    int error = in.flag() ? 0 : -1;
    boolean replaces = in.flag();
    LogOutcome outcome = new LogOutcome(queryId, error, in.bytes().toString(), replaces);
    byte[] bytes = name.toArray();
    Statement statement = analyzer.analyze(session.sql, bytes, 0, bytes.length).statements().get(0);
    PendingDefinition definition =
        new PendingDefinition(
            process, TableUseResolver.ofText(statement), statement, outcome, name, text, verb);
    return PendingChange.of(session, definition, seconds);
  }
}
