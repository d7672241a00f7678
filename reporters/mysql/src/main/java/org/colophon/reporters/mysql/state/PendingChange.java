package org.colophon.reporters.mysql.state;

import java.util.HashSet;
import java.util.Set;

/**
 * Completed change of a session that waits for a binary log: a transaction, statements outside
 * transactions, or a definition. One thread.
 */
public final class PendingChange {
  public final Session session;

  /** Transaction; null for a definition. */
  public final Transaction transaction;

  /** Definition; null for a transaction. */
  public final PendingDefinition definition;

  /** True after a rollback, so that only nontransactional tables keep changes. */
  public final boolean isRolledBack;

  /** Time of the next record of its session in nanoseconds since 1970. The commit is not later. */
  public long endNanos = Long.MAX_VALUE;

  private final long seconds;

  public boolean isDone;

  /** True if the binary log has the definition. */
  public boolean isFound;

  /** Objects that were changed according to the binary log. */
  public final Set<Long> changed = new HashSet<>();

  private PendingChange(
      Session session,
      Transaction transaction,
      PendingDefinition definition,
      boolean isRolledBack,
      long seconds) {
    this.session = session;
    this.transaction = transaction;
    this.definition = definition;
    this.isRolledBack = isRolledBack;
    this.seconds = seconds;
  }

  public static PendingChange of(Session session, Transaction ended, boolean isRolledBack) {
    return new PendingChange(session, ended, null, isRolledBack, 0);
  }

  public static PendingChange of(Session session, PendingDefinition definition, long seconds) {
    return new PendingChange(session, null, definition, false, seconds);
  }

  /** Returns the start of its first statement in seconds since 1970. */
  public long seconds() {
    return transaction == null ? seconds : transaction.seconds;
  }

  /** Returns whether it may have more statements than the limit of steps. */
  public boolean hasMore() {
    return transaction != null && transaction.steps.size() >= TransactionStep.MAX_STEPS;
  }

  /** Returns whether the binary log may have another part of it. */
  public boolean isOpen() {
    if (definition != null) {
      return !isFound || !definition.statement().reads().isEmpty();
    }
    return transaction.steps.stream().anyMatch(step -> !step.isConfirmed && !step.isOfTrigger);
  }
}
