// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.layout;

import org.agrona.collections.IntArrayList;

/** A multimap of numbered keys. All values are in a single array, in which each key has a range. */
final class Adjacency {
  private final int[] ends;
  private final int[] values;

  /** Groups pairs by key. Preserves the order of a key's values. */
  Adjacency(int keyCount, IntArrayList keys, IntArrayList pairedValues) {
    ends = new int[keyCount + 1];
    values = new int[keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      ends[keys.getInt(i) + 1]++;
    }
    for (int key = 0; key < keyCount; key++) {
      ends[key + 1] += ends[key];
    }
    for (int i = keys.size() - 1; i >= 0; i--) {
      values[--ends[keys.getInt(i) + 1]] = pairedValues.getInt(i);
    }
    System.arraycopy(ends, 1, ends, 0, keyCount);
    ends[keyCount] = values.length;
  }

  int begin(int key) {
    return ends[key];
  }

  int end(int key) {
    return ends[key + 1];
  }

  int value(int place) {
    return values[place];
  }

  int count(int key) {
    return end(key) - begin(key);
  }
}
