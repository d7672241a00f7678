package org.colophon.query.api;

/**
 * An edge of a collected lineage.
 *
 * @param effect index of the node that was influenced
 * @param cause index of the node that influenced it
 * @param firstLsn where it began
 * @param lastLsn where it ended, {@link org.colophon.core.model.Lsn#OPEN} while that is not stored
 * @param count how many operations it stands for
 * @param bytes how many bytes they moved
 * @param firstNanos wall-clock time of the first operation, 0 if unknown
 * @param lastNanos wall-clock time of the last operation, 0 if unknown
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
    long lastNanos) {}
