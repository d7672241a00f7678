package org.colophon.core.spi.storage;

/**
 * Figures about a store.
 *
 * @param processes how many processes are declared
 * @param objects how many objects are declared
 * @param operations how many operations the records stand for, suppressed ones included
 * @param diskBytes what the store takes on disk, 0 for one in memory
 */
public record StoreStatistics(long processes, long objects, long operations, long diskBytes) {}
