package org.colophon.query.api;

/**
 * An edge of a collected lineage.
 *
 * @param effect index of the node that was influenced.
 * @param cause index of the node that influenced it.
 * @param firstLsn LSN of its begin.
 * @param lastLsn LSN of its end, {@link org.colophon.core.model.Lsn#OPEN} until that is stored.
 * @param count number of operations in it.
 * @param bytes number of bytes that they moved.
 * @param firstNanos wall-clock time of the first operation, 0 if unknown.
 * @param lastNanos wall-clock time of the last operation, 0 if unknown.
 * @param isAttempted true if the source does not know whether the write took effect, such as a
 *     server's log of statements.
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
  /** Returns the same edge with other indexes of its ends. */
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

  /** Returns the same edge for a write that may not have taken effect. */
  public LineageEdge asAttempted() {
    return new LineageEdge(
        effect, cause, kind, firstLsn, lastLsn, count, bytes, firstNanos, lastNanos, true);
  }
}
