package org.colophon.query.find;

/**
 * Sum of the operations of a thing within the range of a search.
 *
 * @param timeNanos of the last operation of an object, the start of a process; 0 if unknown
 * @param count the number of operations
 * @param bytes the number of bytes that they moved
 */
record Activity(long timeNanos, long count, long bytes) {}
