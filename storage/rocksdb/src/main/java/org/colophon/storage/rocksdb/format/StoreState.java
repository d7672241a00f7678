// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.format;

/**
 * The counters of the store, one value that each seal writes.
 *
 * @param lastLsn the LSN up to which the store is complete.
 * @param processes the number of declared processes.
 * @param objects the number of declared objects.
 * @param operations the number of operations that the records stand for.
 * @param maxProcess the largest declared process id.
 * @param maxObject the largest declared object id.
 */
public record StoreState(
    long lastLsn, long processes, long objects, long operations, long maxProcess, long maxObject) {
  public static final StoreState EMPTY = new StoreState(0, 0, 0, 0, 0, 0);

  public void encode(ByteWriter out) {
    out.putVarint(lastLsn).putVarint(processes).putVarint(objects).putVarint(operations);
    out.putVarint(maxProcess).putVarint(maxObject);
  }

  public static StoreState decode(byte[] value) {
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
