// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

/**
 * Result of pruning one adapter.
 *
 * @param adapter the adapter's name
 * @param isDone true if the store was changed; false after a dry run, or if too little would be
 *     removed
 * @param cutLsn facts that ended by this LSN were removed, unless a rule keeps them; 0 if nothing
 *     is that old
 * @param cutNanos the time of the cut, nanoseconds since 1970; 0 if unknown
 * @param figures the counts before and after
 * @param bytesBefore the size of the adapter's files before
 * @param bytesAfter the size afterwards; if nothing was done, an estimate
 * @param nanos the duration
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
