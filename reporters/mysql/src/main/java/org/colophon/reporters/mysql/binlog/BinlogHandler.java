// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import org.colophon.reporters.mysql.binlog.event.LoggedStatement;

/** Receives the content of a binary log in its order, on the reading thread. */
public interface BinlogHandler {
  /** Receives a statement of a transaction that is complete in the log. */
  void statement(EventGroup group, LoggedStatement statement);

  /**
   * Receives the end of a transaction. A transaction that only ends an XA transaction has no
   * statements.
   */
  void end(EventGroup group, End end);

  /** Receives a statement outside transactions, such as a definition. */
  void definition(EventGroup group, LoggedStatement statement);

  /** Called when the server was restarted, which ended all connections. */
  void restarted();

  /** Called when the log was replaced by another log, so that saved positions are invalid. */
  void logReset();

  /**
   * Reports lost or malformed events.
   *
   * @param place file and offset
   * @param isLoss whether committed changes are missing
   */
  void problem(String place, String problem, boolean isLoss);

  /** End of a transaction. */
  enum End {
    COMMIT,
    /** Changes of nontransactional tables took effect, other changes did not. */
    ROLLBACK,
    /** The transaction is prepared. {@link EventGroup#xa} identifies it when it ends. */
    PREPARE,
    /** The prepared transaction takes effect. */
    COMMIT_PREPARED,
    /** The prepared transaction is undone. */
    ROLLBACK_PREPARED
  }
}
