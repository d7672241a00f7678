// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

/**
 * A link to route, from cause to effect.
 *
 * @param from index of a box
 * @param to index of a box
 * @param lsn LSN at which the edge began
 */
public record Link(int from, int to, long lsn) {}
