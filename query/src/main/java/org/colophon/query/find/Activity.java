package org.colophon.query.find;

/**
 * Sum of the operations of an object or process within the range of a search.
 *
 * @param timeNanos time of an object's last operation or of a process's start; 0 if unknown
 * @param count the number of operations
 * @param bytes the number of bytes that they moved
 */
record Activity(long timeNanos, long count, long bytes) {}
