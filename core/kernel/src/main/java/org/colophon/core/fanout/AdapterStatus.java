package org.colophon.core.fanout;

/**
 * State of one adapter at an instant. What the journal got in this run is stored, lost or waits for
 * it.
 *
 * @param name the adapter's name in this kernel.
 * @param appendedLsn the LSN up to which it was fed.
 * @param heldLsn the LSN up to which it is durable by itself.
 * @param storedOperations operations fed to it in this run.
 * @param lostOperations those that the journal no longer keeps for it, since it was failed for the
 *     budget; it must be filled from another adapter.
 * @param lagOperations those that wait for it in the journal.
 * @param retries the number of retries of a batch.
 * @param filledRecords during filling, the number of the other adapter's records that it was fed;
 *     else 0.
 * @param recordsToFill during filling, the number of records found so far; else 0.
 * @param failure the reason of its failure; empty otherwise.
 * @param isCorrupt true if it failed because its data, or the journal that it read, is damaged.
 */
public record AdapterStatus(
    String name,
    AdapterState state,
    long appendedLsn,
    long heldLsn,
    long storedOperations,
    long lostOperations,
    long lagOperations,
    long retries,
    long filledRecords,
    long recordsToFill,
    String failure,
    boolean isCorrupt) {}
