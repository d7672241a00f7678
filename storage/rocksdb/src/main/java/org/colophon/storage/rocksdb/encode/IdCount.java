// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import java.util.Map;
import java.util.TreeMap;

/**
 * Counts declared ids. Ids mostly arrive in order and may repeat. Skipped ranges are remembered, so
 * that ids which arrive late are counted once. Ranges that were skipped before the store was opened
 * are forgotten. One thread.
 */
final class IdCount {
  private long count;
  private long max;

  /** The skipped ranges: the first id of each, with its last id. */
  private final TreeMap<Long, Long> skipped = new TreeMap<>();

  IdCount(long count, long max) {
    this.count = count;
    this.max = max;
  }

  long count() {
    return count;
  }

  /** Returns the largest declared id. */
  long max() {
    return max;
  }

  /** Counts a declaration, unless it is a repetition. */
  void add(long id) {
    if (id > max) {
      if (id > max + 1) {
        skipped.put(max + 1, id - 1);
      }
      max = id;
      count++;
    } else if (!skipped.isEmpty()) {
      addSkipped(id);
    }
  }

  private void addSkipped(long id) {
    Map.Entry<Long, Long> range = skipped.floorEntry(id);
    if (range == null || range.getValue() < id) {
      return;
    }
    count++;
    if (range.getKey() == id) {
      skipped.remove(id);
    } else {
      skipped.put(range.getKey(), id - 1);
    }
    if (range.getValue() > id) {
      skipped.put(id + 1, range.getValue());
    }
  }
}
