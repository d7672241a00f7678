package org.colophon.reporters.mysql.binlog;

import org.colophon.reporters.mysql.binlog.event.LoggedStatement;

/** Receives the content of a binary log in its order, on the reading thread. */
public interface BinlogHandler {
  /** Statement of a transaction that is whole in the log. */
  void statement(EventGroup group, LoggedStatement statement);

  /** End of a transaction, without statements if it only ends an XA transaction. */
  void end(EventGroup group, End end);

  /** Statement outside transactions, such as a definition. */
  void definition(EventGroup group, LoggedStatement statement);

  /** The server was restarted, which ended all connections. */
  void restarted();

  /** The log was replaced by another one, to which no saved position belongs. */
  void logReset();

  /**
   * Something was lost or is malformed.
   *
   * @param place file and offset
   * @param isLoss whether something committed is missing
   */
  void problem(String place, String problem, boolean isLoss);

  /** End of a transaction. */
  enum End {
    COMMIT,
    /** Nontransactional tables changed, others did not. */
    ROLLBACK,
    /** The transaction waits for its end under {@link EventGroup#xa}. */
    PREPARE,
    /** The prepared transaction takes effect. */
    COMMIT_PREPARED,
    /** The prepared transaction is undone. */
    ROLLBACK_PREPARED
  }
}
