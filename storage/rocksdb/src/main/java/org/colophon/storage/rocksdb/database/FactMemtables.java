// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

/**
 * Enlarges the memtables of facts once a store is busy.
 *
 * <p>A merge rewrites hot data at about the same cost for any input, so larger memtables mean fewer
 * merges. A short load keeps small memtables. These are written continuously, so the sync at its
 * end is short. One thread.
 */
public final class FactMemtables {
  /** A store is busy after this many memtables since it was opened. */
  public static final int BUSY = 16;

  /** The factor by which the memtables of a busy store grow. */
  public static final int FACTOR = 4;

  private final Database database;
  private final long bytes;
  private long written;
  private boolean isBusy;

  /**
   * @param bytes the initial size of a memtable
   */
  public FactMemtables(Database database, long bytes) {
    this.database = database;
    this.bytes = bytes;
  }

  /** Counts bytes that were written to the database. */
  public void written(long more) {
    written += more;
    if (!isBusy && written / BUSY >= bytes) {
      isBusy = true;
      database.setFactMemtables(FACTOR * bytes);
    }
  }
}
