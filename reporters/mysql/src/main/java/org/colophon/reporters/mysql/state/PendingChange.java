package org.colophon.reporters.mysql.state;

import java.util.HashSet;
import java.util.Set;
import org.colophon.core.model.Bytes;

/**
 * What a session has ended and a binary log is to confirm: a transaction, what it runs outside of
 * one, or a definition. Belongs to one thread.
 */
public final class PendingChange {
  public final Session session;

  /** Null for a definition. */
  public final Transaction transaction;

  /** Null for a transaction. */
  public final PendingDefinition definition;

  /** Of the statement that ended it, 0 if the log has none. */
  public final long queryId;

  /** Whether the other log says that it succeeded. */
  public boolean isCertain;

  /** Whether it was rolled back: only tables without transactions keep what was written. */
  public final boolean isRolledBack;

  /** The XA transaction that it ends in the second phase, empty if it is none. */
  public Bytes xa = Bytes.EMPTY;

  /** Its session went on at that time: it was committed before. Nanoseconds since 1970. */
  public long endNanos = Long.MAX_VALUE;

  private final long seconds;

  /** Whether the definition took effect. */
  public boolean isDone;

  /** Whether the binary log has the definition, or the end of the XA transaction. */
  public boolean isMet;

  /** The objects that the binary log says were changed. */
  public final Set<Long> changed = new HashSet<>();

  private PendingChange(
      Session session,
      Transaction transaction,
      PendingDefinition definition,
      long queryId,
      boolean isRolledBack,
      long seconds) {
    this.session = session;
    this.transaction = transaction;
    this.definition = definition;
    this.queryId = queryId;
    this.isRolledBack = isRolledBack;
    this.seconds = seconds;
  }

  public static PendingChange of(
      Session session, Transaction ended, long queryId, boolean isCertain, boolean isRolledBack) {
    PendingChange made = new PendingChange(session, ended, null, queryId, isRolledBack, 0);
    made.isCertain = isCertain;
    return made;
  }

  /** An XA transaction that was prepared before, perhaps by another session. */
  public static PendingChange ofXa(
      Session session, Transaction prepared, Bytes xa, long queryId, boolean isCertain) {
    PendingChange made = of(session, prepared, queryId, isCertain, false);
    made.xa = xa;
    return made;
  }

  public static PendingChange of(Session session, PendingDefinition definition, long seconds) {
    long queryId = definition.told().queryId();
    PendingChange made = new PendingChange(session, null, definition, queryId, false, seconds);
    made.isCertain = definition.told().error() == 0;
    return made;
  }

  /** When its first statement began, in seconds since 1970. */
  public long seconds() {
    return transaction == null ? seconds : transaction.seconds;
  }

  /** Whether it had more statements than are told apart. */
  public boolean hasMore() {
    return transaction != null && transaction.steps.size() >= TransactionStep.MOST;
  }

  /** Whether the binary log may have something of it that was not met yet. */
  public boolean isOpen() {
    if (definition != null) {
      return !isMet || !definition.statement().reads().isEmpty();
    }
    if (!xa.isEmpty()) {
      return !isMet;
    }
    return transaction.steps.stream().anyMatch(step -> !step.isConfirmed && !step.isOfTrigger);
  }
}
