package org.colophon.reporters.mysql.binlog.event;

import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * Effect of one statement.
 *
 * @param text empty if it is not logged.
 * @param error error code of a statement that failed in part, else 0.
 * @param timeNanos wall-clock time of its start.
 * @param changes row changes, empty if the text tells everything.
 */
public record LoggedStatement(
    Bytes text, Bytes database, int error, long timeNanos, List<RowChange> changes, Form form) {

  /** Form of a statement in the log. */
  public enum Form {
    /** As the client sent it, with its whole effect. */
    PLAIN,

    /**
     * Numbers that a sequence gave the statement. MariaDB commits them at once, and the rest with
     * its transaction.
     */
    OF_SEQUENCE,

    /** Worded by the server. */
    REWORDED
  }

  public LoggedStatement(
      Bytes text, Bytes database, int error, long timeNanos, List<RowChange> changes) {
    this(text, database, error, timeNanos, changes, Form.PLAIN);
  }

  public boolean isOfSequence() {
    return form == Form.OF_SEQUENCE;
  }

  /** Returns whether another log has the same text. */
  public boolean hasSharedText() {
    return !text.isEmpty() && form != Form.REWORDED;
  }

  /** Returns whether the log has no rows, so that the text alone tells the changes. */
  public boolean isTextAlone() {
    return changes.isEmpty();
  }
}
