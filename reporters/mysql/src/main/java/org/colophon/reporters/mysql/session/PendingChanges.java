// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.session;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.colophon.reporters.mysql.binlog.StatementHash;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.output.StatementRefCounts;
import org.colophon.reporters.mysql.sql.model.Rename;
import org.colophon.reporters.mysql.sql.model.Statement;
import org.colophon.reporters.mysql.sql.model.StatementKind;
import org.colophon.reporters.mysql.sql.model.TransactionEffect;
import org.colophon.reporters.mysql.state.PendingChange;
import org.colophon.reporters.mysql.state.PendingDefinition;
import org.colophon.reporters.mysql.state.ResolvedTableUse;
import org.colophon.reporters.mysql.state.Session;
import org.colophon.reporters.mysql.state.TableState;
import org.colophon.reporters.mysql.state.Transaction;
import org.colophon.reporters.mysql.state.TransactionStep;
import org.jspecify.annotations.Nullable;

/**
 * Completed changes that wait for confirmation by a binary log. Without a binary log, no change
 * waits, and the other log decides which changes take effect. One thread.
 */
public final class PendingChanges {
  /** All waiting changes, in the order in which they ended. */
  public final Set<PendingChange> all = new LinkedHashSet<>();

  private final StatementRefCounts refCounts;

  /** Settles the changes of a session before its next record. Null without a binary log. */
  private @Nullable Consumer<Session> settler;

  public PendingChanges(StatementRefCounts refCounts) {
    this.refCounts = refCounts;
  }

  /** Enables confirmation with a function that settles the changes of a session. */
  public void settleBy(Consumer<Session> function) {
    settler = function;
  }

  public boolean isOn() {
    return settler != null;
  }

  /** Returns whether definitions that have not taken effect are waiting. */
  public boolean hasDefinitions() {
    return all.stream().anyMatch(waiting -> waiting.isDefinition() && !waiting.isDone);
  }

  public void settle(Session session) {
    if (!session.waiting.isEmpty()) {
      Objects.requireNonNull(settler, "changes wait only for a binary log").accept(session);
    }
  }

  /** Returns the transaction of a change to a table; null if the change takes effect at once. */
  public @Nullable Transaction open(Session session, TableState table) {
    if (session.transaction != null) {
      return session.transaction;
    }
    boolean waits = isOn() && !session.temporary.containsValue(table);
    return waits ? pseudoTransaction(session) : null;
  }

  /**
   * Returns the pseudo transaction of statements outside transactions. This transaction lasts until
   * the session's next record.
   */
  private Transaction pseudoTransaction(Session session) {
    for (PendingChange waiting : session.waiting) {
      if (!waiting.isDefinition() && waiting.transaction().process == 0) {
        return waiting.transaction();
      }
    }
    Transaction begun = new Transaction(0);
    add(PendingChange.of(session, begun, false));
    return begun;
  }

  public void add(PendingChange waiting) {
    waiting.session.waiting.add(waiting);
    all.add(waiting);
  }

  /** Adds a statement that changes rows. */
  public void addRowChange(
      Session session,
      long process,
      AnalyzedStatement analyzed,
      List<ResolvedTableUse> touches,
      LogRecord record) {
    if (!isOn()
        || isAlone(analyzed.statement())
        || changesOwnAlone(session, analyzed.statement(), touches)) {
      return;
    }
    Transaction of = session.transaction == null ? pseudoTransaction(session) : session.transaction;
    if (of.steps.size() < TransactionStep.MAX_STEPS) {
      of.seconds = of.steps.isEmpty() ? seconds(record) : of.seconds;
      refCounts.hold(process);
      boolean hasOtherTexts = analyzed.isOneOfMany() || hasOtherTexts(analyzed.statement());
      long text = StatementHash.of(record.text, record.from, record.to);
      boolean isOfTrigger = analyzed.isOfTrigger();
      of.steps.add(new TransactionStep(process, text, hasOtherTexts, isOfTrigger));
    }
  }

  /** Returns whether the statement changes only temporary tables, which the binary log omits. */
  private static boolean changesOwnAlone(
      Session session, Statement statement, List<ResolvedTableUse> touches) {
    if (runsOthers(statement)) {
      return false; // the statements that it runs may change other tables
    }
    List<ResolvedTableUse> writes =
        touches.stream().filter(touch -> touch.access().isWrite()).toList();
    return !writes.isEmpty() && writes.stream().allMatch(touch -> isOwn(session, touch));
  }

  private static boolean runsOthers(Statement statement) {
    return switch (statement.kind()) {
      case CALL, BLOCK, EXECUTE, DO, SET -> true;
      default -> false;
    };
  }

  private static boolean isOwn(Session session, ResolvedTableUse touch) {
    return touch.isTemporary() || session.temporary.containsKey(touch.name());
  }

  public static long seconds(LogRecord record) {
    return TimeUnit.NANOSECONDS.toSeconds(record.timeNanos);
  }

  private static boolean isAlone(Statement statement) {
    return statement.transaction() == TransactionEffect.IMPLICIT_COMMIT;
  }

  /** Returns true if the binary log may contain other texts than the statement's. */
  private static boolean hasOtherTexts(Statement statement) {
    return switch (statement.kind()) {
      case INSERT, REPLACE, UPDATE, DELETE, LOAD -> false;
      default -> true;
    };
  }

  /**
   * Adds a definition.
   *
   * @return false if it takes effect at once
   */
  public boolean define(Session session, PendingDefinition definition, long seconds) {
    if (!isOn() || !isAlone(definition.statement()) || isOfSession(session, definition)) {
      return false;
    }
    refCounts.hold(definition.process());
    add(PendingChange.of(session, definition, seconds));
    return true;
  }

  /** Adds a definition that has already taken effect, so that its commit is not recorded again. */
  public void defined(Session session, PendingDefinition definition, long seconds) {
    if (isAlone(definition.statement()) && !isOfSession(session, definition)) {
      refCounts.hold(definition.process());
      PendingChange waiting = PendingChange.of(session, definition, seconds);
      waiting.isDone = true;
      add(waiting);
    }
  }

  /** Returns whether the definition concerns only temporary tables, which the binary log omits. */
  private static boolean isOfSession(Session session, PendingDefinition definition) {
    List<ResolvedTableUse> touches = definition.touches();
    List<Rename> renames = definition.statement().renames();
    return !(touches.isEmpty() && renames.isEmpty())
        && definition.statement().kind() != StatementKind.DROP_DATABASE
        && renames.stream().allMatch(Rename::isTemporary)
        && touches.stream().allMatch(touch -> isOwn(session, touch));
  }

  /**
   * Ends a transaction. If it is rolled back, changes of nontransactional tables remain.
   *
   * @return false if the end takes effect at once
   */
  public boolean end(Session session, Transaction ended, boolean isRolledBack) {
    boolean waits = isOn() && !ended.steps.isEmpty();
    if (waits) {
      add(PendingChange.of(session, ended, isRolledBack));
    } else {
      forget(ended);
    }
    return waits;
  }

  /** Releases the steps of a transaction that needs no confirmation. */
  public void forget(Transaction transaction) {
    transaction.steps.forEach(step -> refCounts.releaseIfHeld(step.process));
    transaction.steps.clear();
  }
}
