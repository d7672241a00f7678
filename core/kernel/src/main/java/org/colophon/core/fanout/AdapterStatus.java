// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.fanout;

/**
 * State of one adapter at an instant. Each operation that the journal received in this run is
 * stored, lost, or waits for the adapter.
 *
 * @param name the adapter's name in this kernel.
 * @param appendedLsn the LSN up to which it was fed.
 * @param heldLsn the LSN up to which its data is durable.
 * @param storedOperations operations fed to it in this run.
 * @param lostOperations operations that the journal no longer keeps for it: it was failed because
 *     of the journal's budget, and must be filled from another adapter.
 * @param lagOperations operations that wait for it in the journal.
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
