// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.names;

import org.colophon.core.model.Bytes;

/**
 * Filter of the paths of some subtree events, which keeps only hashes. A positive answer may be
 * wrong; a negative answer is always right. Hashes a path and the directories above it in one pass.
 * One thread.
 */
final class SubtreeTops {
  private static final int FACTOR = 31;
  private static final int SPREAD = 0x9e3779b9;
  private static final int MIN_SLOTS = 16;

  /** Hashes with linear probing, 0 where free. */
  private int[] slots = new int[MIN_SLOTS];

  private int size;

  void add(Bytes path) {
    insert(hashOf(path));
  }

  /** Returns the hash of a whole path. */
  static int hashOf(Bytes path) {
    int hash = 0;
    for (int i = 0; i < path.length(); i++) {
      hash = next(hash, path.at(i));
    }
    return finish(hash);
  }

  /** Returns false if neither the path nor a directory above it has an event. */
  boolean mayCover(Bytes path) {
    if (size == 0) {
      return false;
    }
    final int length = path.length();
    int hash = 0;
    for (int i = 0; i < length; i++) {
      byte b = path.at(i);
      if (b == '/' && i > 0 && contains(finish(hash))) {
        return true;
      }
      hash = next(hash, b);
      if (b == '/' && i == 0 && contains(finish(hash))) {
        return true;
      }
    }
    return contains(finish(hash));
  }

  private static int next(int hash, byte b) {
    return hash * FACTOR + b;
  }

  private static int finish(int hash) {
    int spread = hash * SPREAD;
    spread ^= spread >>> 16;
    return spread == 0 ? 1 : spread;
  }

  private boolean contains(int hash) {
    return slots[slotOf(hash)] != 0;
  }

  private int slotOf(int hash) {
    int slot = hash & (slots.length - 1);
    while (slots[slot] != 0 && slots[slot] != hash) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private void insert(int hash) {
    int slot = slotOf(hash);
    if (slots[slot] == 0) {
      slots[slot] = hash;
      size++;
      if (2 * size > slots.length) {
        int[] old = slots;
        slots = new int[2 * old.length];
        size = 0;
        for (int each : old) {
          if (each != 0) {
            insert(each);
          }
        }
      }
    }
  }
}
