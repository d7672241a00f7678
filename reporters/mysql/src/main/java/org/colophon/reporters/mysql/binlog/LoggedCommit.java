package org.colophon.reporters.mysql.binlog;

import java.util.List;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.RowChange;

/**
 * What a binary log has of one transaction, or of one statement that stands alone. Belongs to one
 * thread.
 */
public final class LoggedCommit {
  /** How it ends; null for a statement that stands alone, such as a definition. */
  public final BinlogHandler.End end;

  public final EventGroup group;

  /** In their order; of a very large transaction the first ones. */
  public final List<LoggedStatement> statements;

  /** Rows that the statements changed which are not kept. */
  public final List<RowChange> rest;

  /** In front of it: reading that begins here finds it first. */
  final BinlogPosition place;

  /** See {@link #serverEnd}. */
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

  /** Stands for the text of a statement, see {@link StatementHash}. */
  public long text(int statement) {
    return texts[statement];
  }

  /** Whether it stands alone. */
  public boolean isDefinition() {
    return end == null;
  }

  /** When the statement began that committed it, in seconds since 1970. */
  public long seconds() {
    return group.seconds();
  }

  /**
   * When the server was started anew that committed it, in seconds since 1970: connections and
   * statements of later times are others. Very late as long as the log does not tell of a start.
   */
  public long serverEnd() {
    return serverEnd;
  }

  /** Whether the server that committed it ended since. */
  public boolean isOfEndedServer() {
    return serverEnd != Long.MAX_VALUE;
  }
}
