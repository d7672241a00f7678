// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.Arrays;
import org.colophon.core.model.Lsn;

/** Best known bound of each slot; {@link Lsn#NONE} if unknown. */
final class SlotBounds {
  private long[] bounds = new long[64];

  long get(int slot) {
    return slot < bounds.length ? bounds[slot] : Lsn.NONE;
  }

  void set(int slot, long bound) {
    if (slot >= bounds.length) {
      bounds = Arrays.copyOf(bounds, Math.max(2 * bounds.length, slot + 1));
    }
    bounds[slot] = bound;
  }
}
