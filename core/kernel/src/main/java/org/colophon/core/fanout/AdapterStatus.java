package org.colophon.core.fanout;

/**
 * One adapter at an instant.
 *
 * @param name the adapter's name in this kernel
 * @param appendedLsn up to where it was fed
 * @param heldLsn up to where it is durable by itself
 * @param storedOperations operations fed to it in this run
 * @param lagOperations journaled operations of this run that it has not been fed yet
 * @param retries how often a batch was given again
 * @param filledRecords while it is filled, how much of what the other adapter holds it was given;
 *     else 0
 * @param recordsToFill while it is filled, how much there is to give, as far as found out; else 0
 * @param failure why it failed; empty otherwise
 * @param isCorrupt whether it failed because its data, or the journal that it read, is damaged
 */
public record AdapterStatus(
    String name,
    AdapterState state,
    long appendedLsn,
    long heldLsn,
    long storedOperations,
    long lagOperations,
    long retries,
    long filledRecords,
    long recordsToFill,
    String failure,
    boolean isCorrupt) {}
