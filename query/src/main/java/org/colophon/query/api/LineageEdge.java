// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.api;

/**
 * An edge of a collected lineage.
 *
 * @param effect index of the node that was influenced.
 * @param cause index of the node that influenced it.
 * @param firstLsn LSN of the first operation.
 * @param lastLsn LSN of the last operation; {@link org.colophon.core.model.Lsn#OPEN} until it is
 *     stored.
 * @param count number of operations.
 * @param bytes number of bytes that the operations moved.
 * @param firstNanos wall-clock time of the first operation, 0 if unknown.
 * @param lastNanos wall-clock time of the last operation, 0 if unknown.
 * @param isAttempted true if the source, such as a statement log, does not know whether the write
 *     took effect.
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
  /** Returns the same edge between other node indexes. */
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

  /** Returns the sum of this edge and another one between the same nodes. */
  public LineageEdge plus(LineageEdge other) {
    return new LineageEdge(
        effect,
        cause,
        kind,
        Math.min(firstLsn, other.firstLsn),
        Math.max(lastLsn, other.lastLsn),
        count + other.count,
        bytes + other.bytes,
        Math.min(firstNanos, other.firstNanos),
        Math.max(lastNanos, other.lastNanos),
        isAttempted);
  }

  /** Returns the same edge for a write that may not have taken effect. */
  public LineageEdge asAttempted() {
    return new LineageEdge(
        effect, cause, kind, firstLsn, lastLsn, count, bytes, firstNanos, lastNanos, true);
  }
}
