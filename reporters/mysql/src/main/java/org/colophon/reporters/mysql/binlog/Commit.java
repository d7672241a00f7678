package org.colophon.reporters.mysql.binlog;

import java.util.List;

/**
 * What a binary log has of one transaction, or of one statement that stands alone. Belongs to one
 * thread.
 */
public final class Commit {
  /** How it ends; null for a statement that stands alone, such as a definition. */
  public final BinlogHandler.End end;

  public final Group group;

  /** In their order; of a very large transaction the first ones. */
  public final List<LoggedStatement> statements;

  /** Rows that the statements changed which are not kept. */
  public final List<RowChange> rest;

  /** In front of it: reading that begins here finds it first. */
  final BinlogPlace place;

  /** See {@link #serverEnd}. */
  long serverEnd = Long.MAX_VALUE;

  private final long[] texts;

  Commit(
      BinlogHandler.End end,
      Group group,
      List<LoggedStatement> statements,
      List<RowChange> rest,
      BinlogPlace place) {
    this.end = end;
    this.group = group;
    this.statements = statements;
    this.rest = rest;
    this.place = place;
    texts = new long[statements.size()];
    for (int i = 0; i < texts.length; i++) {
      LoggedStatement statement = statements.get(i);
      texts[i] = statement.hasSharedText() ? TextKey.of(statement.text()) : TextKey.NONE;
    }
  }

  /** Stands for the text of a statement, see {@link TextKey}. */
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
