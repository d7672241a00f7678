package org.colophon.core.journal.format;

/**
 * What a frame's header says.
 *
 * @param clean whether it was the last act of a clean shutdown
 * @param positions whether there are positions of reporters among the records
 * @param firstLsn the smallest LSN that it accounts for
 * @param lastLsn the largest LSN that it accounts for
 * @param nextProcess the smallest free process id
 * @param nextObject the smallest free object id
 * @param baseNanos the time of the first record
 * @param records how many records it holds, positions included
 * @param operations how many reported operations they stand for
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
    int operations) {}
