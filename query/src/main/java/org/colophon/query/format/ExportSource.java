// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.format;

/**
 * The exported history.
 *
 * @param store id of the store, in hexadecimal digits
 * @param host display name and machine id of its host; empty if unknown
 * @param lsn the as-of LSN of the export
 */
public record ExportSource(String store, String host, long lsn) {}
