package org.colophon.reporters.mysql.state;

import java.util.HashSet;
import java.util.Set;

/**
 * Completed change of a session that waits for a binary log: a transaction, statements outside
 * transactions, or a definition. One thread.
 */
public final class PendingChange {
  public final Session session;

  /** The transaction; null for a definition. */
  public final Transaction transaction;

  /** The definition; null for a transaction. */
  public final PendingDefinition definition;

  /** True after a rollback. Then only changes of nontransactional tables take effect. */
  public final boolean isRolledBack;

  /** Time of the session's next record in nanoseconds since 1970. The commit is not later. */
  public long endNanos = Long.MAX_VALUE;

  private final long seconds;

  public boolean isDone;

  /** True if the definition was found in the binary log. */
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

  /** Returns the start of the first statement in seconds since 1970. */
  public long seconds() {
    return transaction == null ? seconds : transaction.seconds;
  }

  /** Returns whether the change may have more statements than {@link TransactionStep#MAX_STEPS}. */
  public boolean hasMore() {
    return transaction != null && transaction.steps.size() >= TransactionStep.MAX_STEPS;
  }

  /** Returns whether the binary log may contain another commit of this change. */
  public boolean isOpen() {
    if (definition != null) {
      return !isFound || !definition.statement().reads().isEmpty();
    }
    return transaction.steps.stream().anyMatch(step -> !step.isConfirmed && !step.isOfTrigger);
  }
}
