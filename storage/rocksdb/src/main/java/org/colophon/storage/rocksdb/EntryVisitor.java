package org.colophon.storage.rocksdb;

/** Receives the entries of runs as they are stored. */
@FunctionalInterface
interface EntryVisitor {
  /**
   * An entry: an operation, or what an interval came to.
   *
   * @param other the object if a process was asked for, the process if an object was
   * @param kind code of the first operation's kind
   * @param firstBytes bytes of the first operation
   * @param form see {@link RunBuffer}
   */
  void entry(
      long other,
      int kind,
      long firstLsn,
      long firstBytes,
      long firstNanos,
      int form,
      long lastLsn,
      long count,
      long bytes,
      long lastNanos);
}
