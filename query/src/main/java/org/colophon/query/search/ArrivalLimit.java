// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.agrona.collections.LongArrayList;

/**
 * Admits an arrival at a node only if it may belong to one of the N shortest chains. That is the
 * case if fewer than N earlier arrivals have at least its bound. The chain of an earlier arrival is
 * at most as long, and such an arrival reaches at least as many nodes. Arrivals from the same
 * parent count once.
 */
final class ArrivalLimit {
  static final int NONE = -1;

  private final int chains;
  private final Map<Integer, LongArrayList> bounds = new HashMap<>();
  private final Map<Integer, Integer> rowsOfParent = new HashMap<>();

  ArrivalLimit(int chains) {
    this.chains = chains;
  }

  /** Starts counting the arrivals from the next parent. */
  void nextParent() {
    rowsOfParent.clear();
  }

  /** Returns the row of this parent's arrival at a slot, or {@link #NONE}. */
  int rowFromParent(int slot) {
    return rowsOfParent.getOrDefault(slot, NONE);
  }

  boolean admits(int slot, long bound) {
    LongArrayList earlier = bounds.get(slot);
    int better = 0;
    for (int i = 0; earlier != null && i < earlier.size(); i++) {
      better += earlier.getLong(i) >= bound ? 1 : 0;
    }
    return better < chains;
  }

  void add(int slot, long bound, int row) {
    bounds.computeIfAbsent(slot, key -> new LongArrayList()).addLong(bound);
    rowsOfParent.put(slot, row);
  }

  void raise(int slot, long before, long bound) {
    LongArrayList all = Objects.requireNonNull(bounds.get(slot));
    all.setLong(all.indexOf(before), bound);
  }
}
