// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.state;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Completed change of a session that waits for a binary log: a transaction, statements outside
 * transactions, or a definition. One thread.
 */
public final class PendingChange {
  public final Session session;

  /** Null for a definition. */
  private final @Nullable Transaction transaction;

  /** Null for a transaction. */
  private final @Nullable PendingDefinition definition;

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
      @Nullable Transaction transaction,
      @Nullable PendingDefinition definition,
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

  /** Returns whether this is a definition, and not a transaction. */
  public boolean isDefinition() {
    return definition != null;
  }

  /** Returns the transaction of a change that is not a definition. */
  public Transaction transaction() {
    return Objects.requireNonNull(transaction, "a definition has no transaction");
  }

  /** Returns the definition of a change that is one. */
  public PendingDefinition definition() {
    return Objects.requireNonNull(definition, "a transaction has no definition");
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
    return transaction().steps.stream().anyMatch(step -> !step.isConfirmed && !step.isOfTrigger);
  }
}
