// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

/**
 * Operations of an object or process within the range of a search, summed up.
 *
 * @param timeNanos time of an object's last operation, or start time of a process; 0 if unknown
 * @param count the number of operations
 * @param bytes the number of bytes that the operations moved
 */
record Activity(long timeNanos, long count, long bytes) {}
