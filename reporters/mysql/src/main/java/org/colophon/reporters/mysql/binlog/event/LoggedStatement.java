// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * Effect of one statement in a binary log.
 *
 * @param text empty if it is not logged.
 * @param error error code of a statement that failed in part, else 0.
 * @param timeNanos wall-clock time at which the statement started.
 * @param changes row changes, empty if only the text is logged.
 * @param isReworded whether the server has rewritten the text.
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

  /** Returns whether another log can have the same text. */
  public boolean hasSharedText() {
    return !text.isEmpty() && !isReworded;
  }

  /** Returns whether the log has only the text of the statement, and no rows. */
  public boolean isTextAlone() {
    return changes.isEmpty();
  }
}
