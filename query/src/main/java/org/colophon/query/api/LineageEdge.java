package org.colophon.query.api;

/**
 * An edge of a collected lineage.
 *
 * @param effect index of the node that was influenced.
 * @param cause index of the node that influenced it.
 * @param firstLsn where it began.
 * @param lastLsn where it ended, {@link org.colophon.core.model.Lsn#OPEN} while that is not stored.
 * @param count how many operations it stands for.
 * @param bytes how many bytes they moved.
 * @param firstNanos wall-clock time of the first operation, 0 if unknown.
 * @param lastNanos wall-clock time of the last operation, 0 if unknown.
 * @param isAttempted whether the source could not tell that the write took effect, as a server's
 *     log of statements does not.
 */
public record LineageEdge(
    int effect,
    int cause,
    EdgeKind kind,
    long firstLsn,
    long lastLsn,
    long count,
    long bytes,
    long firstNanos,
    long lastNanos,
    boolean isAttempted) {
  /** The same, with its ends at other places of a list. */
  public LineageEdge between(int otherEffect, int otherCause) {
    return new LineageEdge(
        otherEffect,
        otherCause,
        kind,
        firstLsn,
        lastLsn,
        count,
        bytes,
        firstNanos,
        lastNanos,
        isAttempted);
  }

  /** The same, of a write that may not have taken effect. */
  public LineageEdge asAttempted() {
    return new LineageEdge(
        effect, cause, kind, firstLsn, lastLsn, count, bytes, firstNanos, lastNanos, true);
  }
}
