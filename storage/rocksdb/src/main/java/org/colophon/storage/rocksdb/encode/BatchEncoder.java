// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.StoreFormat;

/**
 * Encodes a RocksDB write batch. This is one and a half times as fast as a native call for each
 * pair.
 *
 * <pre>
 * sequence: 8, zero | number of pairs: 4, little-endian | pairs
 * pair: 1, key, value            for the default column family
 *       5, family, key, value    for the others; the length precedes each key and value
 * </pre>
 *
 * <p>See RocksDB's {@code db/write_batch.cc}.
 */
public final class BatchEncoder {
  private static final int COUNT_AT = 8;
  private static final int HEADER = 12;
  private static final int PUT = 1;
  private static final int PUT_IN_FAMILY = 5;

  private final ByteWriter out = new ByteWriter(1 << 16);
  private int pairs;

  public BatchEncoder() {
    clear();
  }

  public void clear() {
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

  /** Adds a pair. */
  public void put(int family, byte[] key, ByteWriter value) {
    begin(family);
    out.putVarint(key.length).putRaw(key, 0, key.length);
    out.putVarint(value.size()).putRaw(value.data(), 0, value.size());
  }

  /** Adds a pair whose parts lie in one array. */
  public void put(int family, byte[] source, int key, int keyLength, int value, int valueLength) {
    begin(family);
    out.putVarint(keyLength).putRaw(source, key, keyLength);
    out.putVarint(valueLength).putRaw(source, value, valueLength);
  }

  /** Adds a value of facts from its key and the two parts of the value. */
  public void putGroup(
      int family, long group, int factClass, long seal, ByteWriter index, ByteWriter items) {
    begin(family);
    out.putVarint(2 * Long.BYTES + 1).putLong(group).putByte(factClass).putLong(seal);
    out.putVarint((long) index.size() + items.size());
    out.putRaw(index.data(), 0, index.size()).putRaw(items.data(), 0, items.size());
  }

  /** Returns the finished batch. */
  public byte[] encode() {
    byte[] bytes = out.copy();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(COUNT_AT, pairs);
    return bytes;
  }
}
