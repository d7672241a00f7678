// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common.facts;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.spi.storage.RecordBatch;

/**
 * Access intervals of a window, which is a sequence of batches that a store writes together. An
 * interval that begins and ends within the window is written once. One thread.
 */
public final class AccessWindow {
  private final Map<AccessInterval.Key, AccessInterval> begun = new LinkedHashMap<>();
  private final Map<AccessInterval.Key, AccessInterval> continued = new LinkedHashMap<>();

  /** Adds an ACCESS record. */
  public void add(RecordBatch r) {
    AccessInterval interval = AccessInterval.of(r);
    begun.put(interval.key, interval);
  }

  /** Sets the end, count and bytes of an interval from an INTERVAL record. */
  public void close(RecordBatch r) {
    AccessInterval.Key key = AccessInterval.keyOf(r);
    AccessInterval interval = begun.get(key);
    if (interval == null) {
      interval = continued.computeIfAbsent(key, AccessInterval::continued);
    }
    interval.closeWith(r);
  }

  /** Returns the intervals that began in the window. */
  public Collection<AccessInterval> begun() {
    return begun.values();
  }

  /** Returns the intervals that began in an earlier window, or whose start is missing. */
  public Collection<AccessInterval> continued() {
    return continued.values();
  }

  public void clear() {
    begun.clear();
    continued.clear();
  }
}
