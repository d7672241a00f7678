// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.collect;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map with a limit of entries, which evicts the oldest. Not thread-safe. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;
  private static final float LOAD_FACTOR = 0.75f;

  private final int maxEntries;

  private BoundedMap(int maxEntries, boolean isByUse) {
    super(4, LOAD_FACTOR, isByUse);
    this.maxEntries = maxEntries;
  }

  /** Returns a map that evicts the entry that was added first. */
  public static <K, V> BoundedMap<K, V> byAge(int maxEntries) {
    return new BoundedMap<>(maxEntries, false);
  }

  /** Returns a map that evicts the entry that was not used for the longest time. */
  public static <K, V> BoundedMap<K, V> byUse(int maxEntries) {
    return new BoundedMap<>(maxEntries, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > maxEntries;
  }
}
