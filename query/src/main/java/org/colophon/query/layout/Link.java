package org.colophon.query.layout;

/**
 * Edge to route, from cause to effect.
 *
 * @param from index of a box
 * @param to index of a box
 * @param lsn LSN at which it began
 */
public record Link(int from, int to, long lsn) {}
