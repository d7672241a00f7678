package org.colophon.reporters.mysql.confirmation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.reporters.mysql.binlog.BinlogHandler;
import org.colophon.reporters.mysql.binlog.LoggedCommit;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.RowChange;
import org.colophon.reporters.mysql.state.PendingChange;
import org.colophon.reporters.mysql.state.PendingDefinition;
import org.colophon.reporters.mysql.state.TableWrites;
import org.colophon.reporters.mysql.state.Transaction;
import org.colophon.reporters.mysql.state.TransactionStep;

/**
 * Commit of a binary log and the session that made it. They share the query id that names commits
 * of MariaDB, or the connection. Within a transaction texts and tables identify the statements in
 * their order.
 *
 * @param stepOf step of each statement of the commit, or {@link #NO_STEP}
 */
public record CommitMatch(PendingChange waiting, List<Integer> stepOf) {
  public static final int NO_STEP = -1;

  /** Returns the match of a commit or null. */
  public static CommitMatch of(LoggedCommit commit, Iterable<PendingChange> waiting) {
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

  private static List<Integer> fit(LoggedCommit commit, PendingChange waiting, boolean isStrict) {
    if (commit.end == BinlogHandler.End.COMMIT_PREPARED || !waiting.xa.isEmpty()) {
      boolean isEnd = commit.end == BinlogHandler.End.COMMIT_PREPARED;
      boolean isIt = isEnd && !waiting.isFound && waiting.xa.equals(commit.group.xa());
      return isIt ? List.of() : null; // whoever committed it
    }
    boolean isOfNextServer = waiting.seconds() > commit.serverEnd();
    if (isOfNextServer || !isWithin(commit.group.commitNanos(), waiting)) {
      return null;
    }
    return waiting.definition == null
        ? fitTransaction(commit, waiting, isStrict)
        : fitDefinition(commit, waiting, isStrict);
  }

  /** Returns whether the change ran when the commit took place. MariaDB does not log that time. */
  private static boolean isWithin(long nanos, PendingChange waiting) {
    boolean isBegun = TimeUnit.NANOSECONDS.toSeconds(nanos) >= waiting.seconds();
    return nanos == 0 || (isBegun && nanos <= waiting.endNanos);
  }

  private static List<Integer> fitDefinition(
      LoggedCommit commit, PendingChange waiting, boolean isStrict) {
    PendingDefinition definition = waiting.definition;
    long xid = commit.group.xid();
    boolean isNamed = xid != 0 && xid == definition.outcome().queryId();
    if (commit.statements.isEmpty() || !(isNamed || isOfSession(commit, waiting))) {
      return null;
    }
    LoggedStatement first = commit.statements.get(0);
    boolean isDropped = !waiting.isFound && definition.isDropped(first.text());
    // Only the rows of a CREATE TABLE ... AS can follow the definition.
    boolean isMore = !waiting.isFound || !first.changes().isEmpty();
    boolean isSame = isDropped || (isMore && commit.text(0) == definition.text());
    boolean isAlike =
        !isStrict
            && !waiting.isFound
            && first.changes().isEmpty()
            && definition.isLike(first.text());
    return isSame || isAlike ? List.of() : null;
  }

  private static boolean isOfSession(LoggedCommit commit, PendingChange waiting) {
    return commit.group.connection() != 0
        && commit.group.connection() == waiting.session.connection;
  }

  private static List<Integer> fitTransaction(
      LoggedCommit commit, PendingChange waiting, boolean isStrict) {
    List<TransactionStep> steps = waiting.transaction.steps;
    boolean isCalledById = hasQueryIds(steps) && commit.group.xid() != 0;
    boolean isNamed = isCalledById && waiting.transaction.hasQuery(commit.group.xid());
    if (isCalledById ? !isNamed : !isOfSession(commit, waiting)) {
      return null;
    }
    List<Integer> stepOf = new ArrayList<>(commit.statements.size());
    int from = 0;
    int found = 0;
    for (int i = 0; i < commit.statements.size(); i++) {
      int step = find(commit, i, waiting.transaction, from, isStrict);
      stepOf.add(step);
      if (step != NO_STEP) {
        from = steps.get(step).hasOtherTexts ? step : step + 1;
        found++;
      }
    }
    boolean isSure = found > 0 && (isNamed || isSure(commit, waiting.transaction, stepOf));
    return isSure || (isNamed && !mayBeOtherServer(commit, waiting)) ? stepOf : null;
  }

  /** Returns whether a statement of known effect was found. */
  private static boolean isSure(LoggedCommit commit, Transaction of, List<Integer> stepOf) {
    for (int i = 0; i < stepOf.size(); i++) {
      LoggedStatement statement = commit.statements.get(i);
      if (stepOf.get(i) != NO_STEP) {
        TransactionStep step = of.steps.get(stepOf.get(i));
        boolean hasText = statement.hasSharedText();
        if (!hasText || step.text == commit.text(i) || wrote(of, step, statement)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether the query id may belong to a statement after a restart. */
  private static boolean mayBeOtherServer(LoggedCommit commit, PendingChange waiting) {
    return waiting.seconds() == commit.serverEnd()
        && waiting.transaction.steps.stream().noneMatch(step -> step.hasOtherTexts);
  }

  private static boolean hasQueryIds(List<TransactionStep> steps) {
    return !steps.isEmpty() && steps.get(0).queryId != 0;
  }

  /** Next step that the statement may be. */
  private static int find(
      LoggedCommit commit, int place, Transaction of, int from, boolean isStrict) {
    LoggedStatement statement = commit.statements.get(place);
    boolean hasText = statement.hasSharedText();
    long text = commit.text(place);
    for (int i = from; i < of.steps.size(); i++) {
      TransactionStep step = of.steps.get(i);
      boolean isSame = hasText ? step.text == text : wrote(of, step, statement);
      boolean isAlike = !isStrict && step.hasOtherTexts && (!hasText || mayBe(of, step, statement));
      if (!step.isConfirmed && (isSame || isAlike)) {
        return i;
      }
    }
    return NO_STEP;
  }

  private static boolean mayBe(Transaction of, TransactionStep step, LoggedStatement statement) {
    return wrote(of, step, statement) || !wroteAnything(of, step);
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

  private static boolean wroteAnything(Transaction of, TransactionStep step) {
    return of.tables.values().stream().anyMatch(writes -> writes.has(step.process));
  }
}
