// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import java.util.Arrays;
import org.colophon.storage.rocksdb.format.ByteWriter;

/**
 * Keys with small values, buffered for a seal: names, identities, snapshots. They are written in
 * order of keys, since RocksDB accepts ascending keys several times faster. One thread.
 */
final class KeyBuffer {
  /** Length of the family before each key, which makes keys sort by family first. */
  private static final int FAMILY_BYTES = 1;

  private final ByteWriter bytes = new ByteWriter(1 << 16);
  private final KeyOrder order = new KeyOrder();
  private int[] starts = new int[256];
  private int[] valueStarts = new int[256];
  private int[] ends = new int[256];
  private int pairs;

  /** Begins a pair. Write the key into the returned writer, then call {@link #value}. */
  ByteWriter key(int family) {
    if (pairs == starts.length) {
      grow();
    }
    starts[pairs] = bytes.size();
    return bytes.putByte(family);
  }

  /** Ends the key. Write the value into the returned writer, then call {@link #end}. */
  ByteWriter value() {
    valueStarts[pairs] = bytes.size();
    return bytes;
  }

  void end() {
    ends[pairs] = bytes.size();
    pairs++;
  }

  private void grow() {
    int grown = pairs * 2;
    starts = Arrays.copyOf(starts, grown);
    valueStarts = Arrays.copyOf(valueStarts, grown);
    ends = Arrays.copyOf(ends, grown);
  }

  int bytes() {
    return bytes.size();
  }

  /** Adds all pairs to a batch by family and key, equal keys in order of arrival. */
  void writeTo(BatchEncoder batch) {
    int[] sorted = order.of(bytes.data(), starts, valueStarts, pairs);
    for (int i = 0; i < pairs; i++) {
      int pair = sorted[i];
      int key = starts[pair] + FAMILY_BYTES;
      int value = valueStarts[pair];
      int family = bytes.data()[starts[pair]];
      batch.put(family, bytes.data(), key, value - key, value, ends[pair] - value);
    }
  }

  void clear() {
    bytes.clear();
    pairs = 0;
  }
}
