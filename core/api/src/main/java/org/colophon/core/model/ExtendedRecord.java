// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

/**
 * Data that a reporter or inspector attached to an operation, stored separately from the graph
 * (Story Book's extended record).
 *
 * @param lsn the operation that it belongs to
 * @param process the process concerned, 0 if none
 * @param object the object concerned, 0 if none
 * @param type a tag such as {@code text/patch}
 * @param data opaque to Colophon
 */
public record ExtendedRecord(long lsn, long process, long object, String type, Bytes data) {}
