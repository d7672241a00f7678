// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.write;

import java.util.Arrays;

/**
 * A bounded map from long to non-negative long that evicts entries when it is full. It consists of
 * buckets of four slots and grows up to its bound; then a new entry replaces another of its bucket.
 * One thread.
 */
final class LongCache {
  static final long ABSENT = -1;

  private static final int WAYS = 4;
  private static final int INITIAL_SLOTS = 1 << 10;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final int maxSlots;
  private long[] keys;
  private long[] values;
  private int nextVictim;

  /**
   * @param bound the maximum number of entries, rounded up to a power of two
   */
  LongCache(int bound) {
    this.maxSlots = Math.max(WAYS, Integer.highestOneBit(Math.max(1, bound - 1)) << 1);
    allocate(Math.min(maxSlots, INITIAL_SLOTS));
  }

  private void allocate(int slots) {
    keys = new long[slots];
    values = new long[slots];
    Arrays.fill(values, ABSENT);
  }

  long get(long key) {
    final int bucket = bucket(key);
    for (int i = bucket; i < bucket + WAYS; i++) {
      if (keys[i] == key && values[i] != ABSENT) {
        return values[i];
      }
    }
    return ABSENT;
  }

  void put(long key, long value) {
    int slot = slotFor(key);
    while (slot < 0 && keys.length < maxSlots) {
      grow();
      slot = slotFor(key);
    }
    if (slot < 0) {
      nextVictim = (nextVictim + 1) & (WAYS - 1);
      slot = bucket(key) + nextVictim;
    }
    keys[slot] = key;
    values[slot] = value;
  }

  /** Returns the key's own slot, or a free one of its bucket; -1 without either. */
  private int slotFor(long key) {
    final int bucket = bucket(key);
    int free = -1;
    for (int i = bucket; i < bucket + WAYS; i++) {
      if (values[i] == ABSENT) {
        free = i;
      } else if (keys[i] == key) {
        return i;
      }
    }
    return free;
  }

  private int bucket(long key) {
    return (int) ((key * GOLDEN) >>> 32) & (keys.length - WAYS);
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldValues = values;
    allocate(keys.length << 1);
    for (int i = 0; i < oldKeys.length; i++) {
      int slot = oldValues[i] == ABSENT ? -1 : slotFor(oldKeys[i]);
      if (slot >= 0) {
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }

  void clear() {
    allocate(Math.min(maxSlots, INITIAL_SLOTS));
  }
}
