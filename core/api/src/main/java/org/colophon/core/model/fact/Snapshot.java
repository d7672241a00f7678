// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.fact;

/**
 * A durable name for an LSN.
 *
 * @param name unique within the store
 * @param lsn the position that it names
 * @param timeNanos time of the snapshot, in nanoseconds since 1970
 */
public record Snapshot(String name, long lsn, long timeNanos) {}
