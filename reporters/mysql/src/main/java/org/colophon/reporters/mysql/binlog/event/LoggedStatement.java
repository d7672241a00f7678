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
 * @param isReworded whether the server worded the text.
 */
public record LoggedStatement(
    Bytes text,
    Bytes database,
    int error,
    long timeNanos,
    List<RowChange> changes,
    boolean isReworded) {

  public LoggedStatement(
      Bytes text, Bytes database, int error, long timeNanos, List<RowChange> changes) {
    this(text, database, error, timeNanos, changes, false);
  }

  /** Returns whether another log has the same text. */
  public boolean hasSharedText() {
    return !text.isEmpty() && !isReworded;
  }

  /** Returns whether the log has no rows, so that the text alone tells the changes. */
  public boolean isTextAlone() {
    return changes.isEmpty();
  }
}
