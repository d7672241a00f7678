// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.confirmation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.reporters.mysql.binlog.LoggedCommit;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.RowChange;
import org.colophon.reporters.mysql.state.PendingChange;
import org.colophon.reporters.mysql.state.PendingDefinition;
import org.colophon.reporters.mysql.state.TableWrites;
import org.colophon.reporters.mysql.state.Transaction;
import org.colophon.reporters.mysql.state.TransactionStep;
import org.jspecify.annotations.Nullable;

/**
 * Match of a commit in a binary log with the change that it confirms. Commit and change have the
 * same connection, and the commit was made between two records of the other log. Texts and tables
 * identify the statements within the transaction, in their order.
 *
 * @param stepOf step of each statement of the commit, or {@link #NO_STEP}
 */
public record CommitMatch(PendingChange waiting, List<Integer> stepOf) {
  public static final int NO_STEP = -1;

  /** Returns the match of a commit or null. */
  public static @Nullable CommitMatch of(LoggedCommit commit, Iterable<PendingChange> waiting) {
    for (boolean isStrict : new boolean[] {true, false}) {
      for (PendingChange each : waiting) {
        List<Integer> stepOf = fit(commit, each, isStrict);
        if (stepOf != null) {
          return new CommitMatch(each, stepOf);
        }
      }
    }
    return null;
  }

  private static @Nullable List<Integer> fit(
      LoggedCommit commit, PendingChange waiting, boolean isStrict) {
    long connection = commit.group.connection();
    boolean isOfSession = connection != 0 && connection == waiting.session.connection;
    boolean isOfNextServer = waiting.seconds() > commit.serverEnd();
    if (!isOfSession || isOfNextServer || !isWithin(commit.group.commitNanos(), waiting)) {
      return null;
    }
    return waiting.isDefinition()
        ? fitDefinition(commit, waiting, isStrict)
        : fitTransaction(commit, waiting.transaction(), isStrict);
  }

  /** Returns whether a commit took place while the change was running. */
  private static boolean isWithin(long nanos, PendingChange waiting) {
    boolean isBegun = TimeUnit.NANOSECONDS.toSeconds(nanos) >= waiting.seconds();
    return isBegun && nanos <= waiting.endNanos;
  }

  /**
   * Matches a definition, which the server may have rewritten. Only the rows of a CREATE TABLE ...
   * AS can follow a definition.
   */
  private static @Nullable List<Integer> fitDefinition(
      LoggedCommit commit, PendingChange waiting, boolean isStrict) {
    if (commit.statements.isEmpty()) {
      return null;
    }
    PendingDefinition definition = waiting.definition();
    LoggedStatement first = commit.statements.get(0);
    boolean hasRows = !first.changes().isEmpty();
    boolean isSame = (!waiting.isFound || hasRows) && commit.text(0) == definition.text();
    boolean isAlike = !isStrict && !waiting.isFound && !hasRows && definition.isLike(first.text());
    return isSame || isAlike ? List.of() : null;
  }

  private static @Nullable List<Integer> fitTransaction(
      LoggedCommit commit, Transaction of, boolean isStrict) {
    List<Integer> stepOf = new ArrayList<>(commit.statements.size());
    int from = 0;
    boolean isSure = false;
    for (int i = 0; i < commit.statements.size(); i++) {
      int found = find(commit, i, of, from, isStrict);
      stepOf.add(found);
      if (found != NO_STEP) {
        TransactionStep step = of.steps.get(found);
        LoggedStatement statement = commit.statements.get(i);
        from = step.hasOtherTexts ? found : found + 1;
        boolean hasText = statement.hasSharedText();
        isSure |= !hasText || step.text == commit.text(i) || wrote(of, step, statement);
      }
    }
    return isSure ? stepOf : null;
  }

  /** Returns the next step of the change that may be the statement. */
  private static int find(
      LoggedCommit commit, int place, Transaction of, int from, boolean isStrict) {
    LoggedStatement statement = commit.statements.get(place);
    boolean hasText = statement.hasSharedText();
    for (int i = from; i < of.steps.size(); i++) {
      TransactionStep step = of.steps.get(i);
      boolean isSame = hasText ? step.text == commit.text(place) : wrote(of, step, statement);
      boolean isAlike = !isStrict && step.hasOtherTexts && (!hasText || mayBe(of, step, statement));
      if (!step.isConfirmed && (isSame || isAlike)) {
        return i;
      }
    }
    return NO_STEP;
  }

  private static boolean mayBe(Transaction of, TransactionStep step, LoggedStatement statement) {
    return wrote(of, step, statement)
        || of.tables.values().stream().noneMatch(writes -> writes.has(step.process));
  }

  /** Returns whether the step wrote a table that the statement changed. */
  private static boolean wrote(Transaction of, TransactionStep step, LoggedStatement statement) {
    for (TableWrites writes : of.tables.values()) {
      for (RowChange change : statement.changes()) {
        if (writes.name.equals(change.table()) && writes.has(step.process)) {
          return true;
        }
      }
    }
    return false;
  }
}
