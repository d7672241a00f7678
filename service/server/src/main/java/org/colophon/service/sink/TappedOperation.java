package org.colophon.service.sink;

/**
 * An operation before it is ordered and suppressed.
 *
 * @param kind in one word
 * @param process 0 for none
 * @param other an object, or the other process of a link; 0 for none
 */
public record TappedOperation(String reporter, String kind, long process, long other, long bytes) {}
