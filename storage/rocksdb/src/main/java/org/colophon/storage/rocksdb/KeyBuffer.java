package org.colophon.storage.rocksdb;

import java.util.Arrays;

/**
 * Keys with small values that are gathered for a seal: names, identities, snapshots. They go to the
 * store in order of keys, since RocksDB takes ascending keys several times faster. One thread.
 */
final class KeyBuffer {
  private final ByteWriter bytes = new ByteWriter(1 << 16);
  private byte[] families = new byte[256];
  private int[] keyStarts = new int[256];
  private int[] valueStarts = new int[256];
  private int[] ends = new int[256];
  private int pairs;

  /** Begins a pair; write the key into what this returns, then call {@link #value}. */
  ByteWriter key(int family) {
    if (pairs == families.length) {
      grow();
    }
    families[pairs] = (byte) family;
    keyStarts[pairs] = bytes.size();
    return bytes;
  }

  /** Ends the key; write the value into what this returns, then call {@link #end}. */
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
    families = Arrays.copyOf(families, grown);
    keyStarts = Arrays.copyOf(keyStarts, grown);
    valueStarts = Arrays.copyOf(valueStarts, grown);
    ends = Arrays.copyOf(ends, grown);
  }

  int bytes() {
    return bytes.size();
  }

  /** Adds all pairs to a batch, each family's in order of keys, equal keys in order of arrival. */
  void writeTo(BatchEncoder batch) {
    Integer[] order = new Integer[pairs];
    Arrays.setAll(order, pair -> pair);
    Arrays.sort(order, this::compare);
    for (int pair : order) {
      int key = keyStarts[pair];
      int value = valueStarts[pair];
      batch.put(families[pair], bytes.data(), key, value - key, value, ends[pair] - value);
    }
  }

  private int compare(int one, int other) {
    int byFamily = Integer.compare(families[one], families[other]);
    byte[] all = bytes.data();
    return byFamily != 0
        ? byFamily
        : Arrays.compareUnsigned(
            all, keyStarts[one], valueStarts[one], all, keyStarts[other], valueStarts[other]);
  }

  void clear() {
    bytes.clear();
    pairs = 0;
  }
}
