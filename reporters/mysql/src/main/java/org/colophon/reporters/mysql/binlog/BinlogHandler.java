package org.colophon.reporters.mysql.binlog;

import org.colophon.reporters.mysql.binlog.event.LoggedStatement;

/** Takes what a binary log says, in its order. Called on the reading thread. */
public interface BinlogHandler {
  /** A statement of a transaction that is whole in the log. */
  void statement(EventGroup group, LoggedStatement statement);

  /** A transaction ends; without statements if it only ends an XA transaction. */
  void end(EventGroup group, End end);

  /** A statement that stands alone, such as a definition. */
  void definition(EventGroup group, LoggedStatement statement);

  /** The server was started: no connection that it had before is there any more. */
  void restarted();

  /** The log is not the one that was read before: no place that was kept is of this one. */
  void begunAnew();

  /**
   * Something was lost or is wrong.
   *
   * @param place the file and where in it
   * @param isLoss whether something committed is missing
   */
  void trouble(String place, String problem, boolean isLoss);

  /** How a transaction ends. */
  enum End {
    COMMIT,
    /** Tables without transactions were changed, others were not. */
    ROLLBACK,
    /** It waits for its end under {@link EventGroup#xa}. */
    PREPARE,
    /** The prepared one takes effect. */
    COMMIT_PREPARED,
    /** The prepared one is undone. */
    ROLLBACK_PREPARED
  }
}
