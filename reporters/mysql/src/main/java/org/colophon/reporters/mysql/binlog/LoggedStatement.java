package org.colophon.reporters.mysql.binlog;

import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * What one statement did.
 *
 * @param text empty if the log does not have it
 * @param error the server's code if it failed in part, else 0
 * @param timeNanos wall-clock time when it began
 * @param changes of rows; none if the text says all there is
 * @param isOfSequence whether a sequence gave it numbers, and no more: MariaDB commits that at
 *     once, and the rest with its transaction
 */
public record LoggedStatement(
    Bytes text,
    Bytes database,
    int error,
    long timeNanos,
    List<RowChange> changes,
    boolean isOfSequence) {

  /** One of which the log has all. */
  public LoggedStatement(
      Bytes text, Bytes database, int error, long timeNanos, List<RowChange> changes) {
    this(text, database, error, timeNanos, changes, false);
  }
}
