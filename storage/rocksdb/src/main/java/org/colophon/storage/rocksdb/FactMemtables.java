package org.colophon.storage.rocksdb;

/**
 * How much gathers before RocksDB writes a file of facts: more once a store is busy.
 *
 * <p>A merge rewrites what is hot, such as the children of a process that lives for long or the
 * accesses of a table, and so costs about the same whatever it merges in: the larger what is merged
 * in, the fewer merges. A short load, at the end of which somebody waits for a sync, better writes
 * as it goes. One thread, the adapter's.
 */
final class FactMemtables {
  /** A store is busy once so many memtables were written to it since it was opened. */
  static final int BUSY = 16;

  /** So much larger they are then. */
  static final int FACTOR = 4;

  private final Database database;
  private final long bytes;
  private long written;
  private boolean isBusy;

  /**
   * Memtables of an open database.
   *
   * @param bytes how large they are
   */
  FactMemtables(Database database, long bytes) {
    this.database = database;
    this.bytes = bytes;
  }

  /** More was written to the database. */
  void written(long more) {
    written += more;
    if (!isBusy && written / BUSY >= bytes) {
      isBusy = true;
      database.setFactMemtables(FACTOR * bytes);
    }
  }
}
