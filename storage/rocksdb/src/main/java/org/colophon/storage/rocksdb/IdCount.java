package org.colophon.storage.rocksdb;

import java.util.Map;
import java.util.TreeMap;

/**
 * How many ids were declared. Ids mostly come in order, and may come again; where one comes early,
 * as when several reporters declare at once, or a pruned store is told who stands for what went,
 * those that it passed over are remembered, so that each is counted when it comes. What was passed
 * over before the store was opened is not known any more, and not counted. One thread.
 */
final class IdCount {
  private long count;
  private long max;

  /** Passed over and not met yet: the first of each range, and its last. */
  private final TreeMap<Long, Long> passed = new TreeMap<>();

  IdCount(long count, long max) {
    this.count = count;
    this.max = max;
  }

  long count() {
    return count;
  }

  /** The largest that was declared. */
  long max() {
    return max;
  }

  /** One was declared, perhaps again. */
  void add(long id) {
    if (id > max) {
      if (id > max + 1) {
        passed.put(max + 1, id - 1);
      }
      max = id;
      count++;
    } else if (!passed.isEmpty()) {
      addPassed(id);
    }
  }

  private void addPassed(long id) {
    Map.Entry<Long, Long> range = passed.floorEntry(id);
    if (range == null || range.getValue() < id) {
      return;
    }
    count++;
    if (range.getKey() == id) {
      passed.remove(id);
    } else {
      passed.put(range.getKey(), id - 1);
    }
    if (range.getValue() > id) {
      passed.put(id + 1, range.getValue());
    }
  }
}
