package org.colophon.service.sink;

/**
 * An operation as its reporter handed it over: before it was ordered and suppressed.
 *
 * @param kind what happened, a word
 * @param process whom it concerns, 0 for nobody
 * @param other the object, or the other process of a link; 0 for none
 */
public record TappedOperation(String reporter, String kind, long process, long other, long bytes) {}
