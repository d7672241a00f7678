package org.colophon.reporters.mysql.binlog.event;

import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * What one statement did.
 *
 * @param text empty if the log does not have it
 * @param error the server's code if it failed in part, else 0
 * @param timeNanos wall-clock time when it began
 * @param changes of rows; none if the text says all there is
 * @param form what is special about it
 */
public record LoggedStatement(
    Bytes text, Bytes database, int error, long timeNanos, List<RowChange> changes, Form form) {

  /** What a statement of the log stands for. */
  public enum Form {
    /** A statement as the client sent it, and all that it did. */
    PLAIN,

    /**
     * That a sequence gave the statement numbers, and no more: MariaDB commits that at once, and
     * the rest with its transaction.
     */
    OF_SEQUENCE,

    /** A statement in words of the server's own. */
    REWORDED
  }

  /** One of which the log has all. */
  public LoggedStatement(
      Bytes text, Bytes database, int error, long timeNanos, List<RowChange> changes) {
    this(text, database, error, timeNanos, changes, Form.PLAIN);
  }

  public boolean isOfSequence() {
    return form == Form.OF_SEQUENCE;
  }

  /** Whether another log has the same text. */
  public boolean hasSharedText() {
    return !text.isEmpty() && form != Form.REWORDED;
  }

  /** Whether what it changed is what its text says, since the log has no rows of it. */
  public boolean isTextAlone() {
    return changes.isEmpty();
  }
}
