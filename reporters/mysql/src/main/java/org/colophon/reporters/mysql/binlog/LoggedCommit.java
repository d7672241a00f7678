package org.colophon.reporters.mysql.binlog;

import java.util.List;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.RowChange;

/**
 * Content of a binary log for one transaction, or one statement outside transactions. Belongs to
 * one thread.
 */
public final class LoggedCommit {
  /** Null for a statement outside transactions, such as a definition. */
  public final BinlogHandler.End end;

  public final EventGroup group;

  /** In their order. Only the first ones of a very large transaction. */
  public final List<LoggedStatement> statements;

  /** Row changes of statements that are not kept. */
  public final List<RowChange> rest;

  /** Position before the commit. Reading from here finds it first. */
  final BinlogPosition place;

  long serverEnd = Long.MAX_VALUE;

  private final long[] texts;

  LoggedCommit(
      BinlogHandler.End end,
      EventGroup group,
      List<LoggedStatement> statements,
      List<RowChange> rest,
      BinlogPosition place) {
    this.end = end;
    this.group = group;
    this.statements = statements;
    this.rest = rest;
    this.place = place;
    texts = new long[statements.size()];
    for (int i = 0; i < texts.length; i++) {
      LoggedStatement statement = statements.get(i);
      texts[i] =
          statement.hasSharedText() ? StatementHash.of(statement.text()) : StatementHash.NONE;
    }
  }

  /** Hash of a statement's text, see {@link StatementHash}. */
  public long text(int statement) {
    return texts[statement];
  }

  /** Returns whether this is a statement outside transactions. */
  public boolean isDefinition() {
    return end == null;
  }

  /** Start of the committing statement in seconds since 1970. */
  public long seconds() {
    return group.seconds();
  }

  /**
   * Restart after the commit in seconds since 1970. Later connections and statements are others.
   * The maximum if the log has no restart.
   */
  public long serverEnd() {
    return serverEnd;
  }

  /** Returns whether the server was restarted after the commit. */
  public boolean isOfEndedServer() {
    return serverEnd != Long.MAX_VALUE;
  }
}
