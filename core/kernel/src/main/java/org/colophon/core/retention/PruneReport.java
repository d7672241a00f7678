package org.colophon.core.retention;

/**
 * What a pruning came to.
 *
 * @param adapter the adapter's name
 * @param isDone whether the store is another now; false after a dry run, or if too little would go
 * @param cutLsn what was over by here went, unless it was kept; 0 if nothing is that old
 * @param cutNanos when that was, nanoseconds since 1970; 0 if unknown
 * @param figures what there was and what is left
 * @param bytesBefore what the adapter's files took on disk
 * @param bytesAfter what they take now; if nothing was done, an estimate of what they would
 * @param nanos how long it took
 */
public record PruneReport(
    String adapter,
    boolean isDone,
    long cutLsn,
    long cutNanos,
    RetentionFigures figures,
    long bytesBefore,
    long bytesAfter,
    long nanos) {}
