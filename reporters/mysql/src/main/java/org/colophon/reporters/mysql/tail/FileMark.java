package org.colophon.reporters.mysql.tail;

/**
 * A place in a file, with what it takes to know it again.
 *
 * @param key which file
 * @param offset where in it, in bytes
 * @param checksum of the bytes that stand before the place, so that a file that was cut and has
 *     grown again is not taken for the old one
 */
public record FileMark(FileKey key, long offset, int checksum) {}
