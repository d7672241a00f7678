// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

/**
 * Header of a frame.
 *
 * @param clean true if it is the last frame of a clean shutdown.
 * @param positions true if there are positions of reporters among the records.
 * @param firstLsn the smallest LSN that it accounts for.
 * @param lastLsn the largest LSN that it accounts for.
 * @param nextProcess the smallest free process id.
 * @param nextObject the smallest free object id.
 * @param baseNanos the time of the first record.
 * @param records the number of records, positions included.
 * @param operations the number of reported operations that they stand for.
 */
public record FrameFacts(
    boolean clean,
    boolean positions,
    long firstLsn,
    long lastLsn,
    long nextProcess,
    long nextObject,
    long baseNanos,
    int records,
    int operations) {
  FrameFacts withRecords(int number) {
    return new FrameFacts(
        clean,
        positions,
        firstLsn,
        lastLsn,
        nextProcess,
        nextObject,
        baseNanos,
        number,
        operations);
  }
}
