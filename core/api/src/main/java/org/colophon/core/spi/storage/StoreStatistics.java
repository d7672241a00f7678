// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.storage;

/**
 * Figures about a store.
 *
 * @param processes the number of declared processes.
 * @param objects the number of declared objects.
 * @param operations the number of operations, including suppressed ones.
 * @param diskBytes the size of the store on disk, 0 for one in memory.
 */
public record StoreStatistics(long processes, long objects, long operations, long diskBytes) {}
