// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import java.util.List;
import org.colophon.reporters.mysql.binlog.event.LoggedStatement;
import org.colophon.reporters.mysql.binlog.event.RowChange;
import org.jspecify.annotations.Nullable;

/**
 * Content of one transaction in a binary log, or of one statement outside transactions. Belongs to
 * one thread.
 */
public final class LoggedCommit {
  /** End of the transaction. Null for a statement outside transactions, such as a definition. */
  public final BinlogHandler.@Nullable End end;

  public final EventGroup group;

  /** Statements in their order. For a very large transaction, only the first ones. */
  public final List<LoggedStatement> statements;

  /** Row changes of the statements that {@link #statements} omits. */
  public final List<RowChange> rest;

  /** Position before the commit. A reader that resumes here finds this commit first. */
  final BinlogPosition place;

  long serverEnd = Long.MAX_VALUE;

  private final long[] texts;

  LoggedCommit(
      BinlogHandler.@Nullable End end,
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

  /** Returns the hash of a statement's text; see {@link StatementHash}. */
  public long text(int statement) {
    return texts[statement];
  }

  /** Returns whether this is a statement outside transactions. */
  public boolean isDefinition() {
    return end == null;
  }

  /** Returns the start of the committing statement in seconds since 1970. */
  public long seconds() {
    return group.seconds();
  }

  /**
   * Returns the time of the first restart after the commit, in seconds since 1970; the maximum if
   * there was none. Connection numbers are reused after a restart.
   */
  public long serverEnd() {
    return serverEnd;
  }

  /** Returns whether the server was restarted after the commit. */
  public boolean isOfEndedServer() {
    return serverEnd != Long.MAX_VALUE;
  }
}
