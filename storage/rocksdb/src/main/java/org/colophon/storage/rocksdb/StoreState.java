package org.colophon.storage.rocksdb;

/**
 * What the store counts, kept in one value that is written with every seal.
 *
 * @param lastLsn the LSN up to which everything is in the store
 * @param processes how many processes are declared
 * @param objects how many objects are declared
 * @param operations how many operations the records stand for
 * @param maxProcess the largest process id declared
 * @param maxObject the largest object id declared
 */
record StoreState(
    long lastLsn, long processes, long objects, long operations, long maxProcess, long maxObject) {
  static final StoreState EMPTY = new StoreState(0, 0, 0, 0, 0, 0);

  void encode(ByteWriter out) {
    out.putVarint(lastLsn).putVarint(processes).putVarint(objects).putVarint(operations);
    out.putVarint(maxProcess).putVarint(maxObject);
  }

  static StoreState decode(byte[] value) {
    ByteReader in = new ByteReader(value);
    return new StoreState(
        in.getVarint(),
        in.getVarint(),
        in.getVarint(),
        in.getVarint(),
        in.getVarint(),
        in.getVarint());
  }
}
