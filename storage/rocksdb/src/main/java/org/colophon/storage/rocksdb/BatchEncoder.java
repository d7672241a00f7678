package org.colophon.storage.rocksdb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes the bytes of a RocksDB write batch, which is half again as fast as a native call for each
 * pair.
 *
 * <pre>
 * sequence: 8, zero | number of pairs: 4, little-endian | pairs
 * pair: 1, key, value            for the default column family
 *       5, family, key, value    for the others; keys and values with their length before them
 * </pre>
 *
 * <p>See RocksDB's {@code db/write_batch.cc}.
 */
final class BatchEncoder {
  private static final int COUNT_AT = 8;
  private static final int HEADER = 12;
  private static final int PUT = 1;
  private static final int PUT_IN_FAMILY = 5;

  private final ByteWriter out = new ByteWriter(1 << 20);
  private int pairs;

  BatchEncoder() {
    clear();
  }

  void clear() {
    out.clear();
    out.putRaw(new byte[HEADER], 0, HEADER);
    pairs = 0;
  }

  private void begin(int family) {
    if (family == StoreFormat.META) {
      out.putByte(PUT);
    } else {
      out.putByte(PUT_IN_FAMILY).putVarint(family);
    }
    pairs++;
  }

  /** A pair of which both parts lie in one array. */
  void put(int family, byte[] source, int key, int keyLength, int value, int valueLength) {
    begin(family);
    out.putVarint(keyLength).putRaw(source, key, keyLength);
    out.putVarint(valueLength).putRaw(source, value, valueLength);
  }

  /** A value of facts: its key, and the two parts it is built in. */
  void putGroup(
      int family, long group, int factClass, long seal, ByteWriter index, ByteWriter items) {
    begin(family);
    out.putVarint(2 * Long.BYTES + 1).putLong(group).putByte(factClass).putLong(seal);
    out.putVarint((long) index.size() + items.size());
    out.putRaw(index.data(), 0, index.size()).putRaw(items.data(), 0, items.size());
  }

  /** The finished batch. */
  byte[] encode() {
    byte[] bytes = out.copy();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(COUNT_AT, pairs);
    return bytes;
  }
}
