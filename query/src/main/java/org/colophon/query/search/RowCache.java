// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the facts of objects with many versions. Evicts the least recently used objects when it
 * exceeds its maximum size.
 */
final class RowCache {
  /** Maximum size in longs. The object read last is never evicted, even if it is larger. */
  private static final long MAX_CACHED = 1L << 22;

  private final Map<Long, SortedRows> byObject = new LinkedHashMap<>(16, 0.75f, true);
  private long memory;

  void clear() {
    byObject.clear();
    memory = 0;
  }

  @Nullable SortedRows get(long object) {
    return byObject.get(object);
  }

  /** Caches the facts of an object. */
  void put(long object, SortedRows rows) {
    memory += rows.memory();
    Iterator<SortedRows> oldest = byObject.values().iterator();
    while (memory > MAX_CACHED && oldest.hasNext()) {
      memory -= oldest.next().memory();
      oldest.remove();
    }
    byObject.put(object, rows);
  }

  int memory() {
    return (int) Math.min(Integer.MAX_VALUE / 4, memory);
  }
}
