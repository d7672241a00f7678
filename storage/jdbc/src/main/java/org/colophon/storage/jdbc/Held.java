package org.colophon.storage.jdbc;

/**
 * Up to where everything is there.
 *
 * @param records how many records there are; records are numbered from 1 in their order
 * @param operations how many operations they stand for
 */
record Held(long lsn, long records, long operations) {
  static final String SELECT = "SELECT held_lsn, records, operations FROM held";
}
