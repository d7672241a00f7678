// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

/**
 * The row of the table {@code held}, with the LSN up to which the tables are complete.
 *
 * @param records the number of records, which are numbered from 1
 * @param operations the number of operations that the records stand for
 */
public record StoreState(long lsn, long records, long operations) {
  public static final String SELECT = "SELECT held_lsn, records, operations FROM held";
}
