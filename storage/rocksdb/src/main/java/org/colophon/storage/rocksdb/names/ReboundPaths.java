// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.names;

import java.util.BitSet;
import org.colophon.core.model.Bytes;

/**
 * Filter of the paths that were bound more than once, with two bits for each path. About one of
 * some hundred positive answers is wrong; a negative answer is always right. Takes 8 bytes for each
 * name of the store. One thread.
 */
public final class ReboundPaths {
  private static final int BITS_OF_A_NAME = 32;
  private static final int SPREAD = 0x85ebca6b;

  private final BitSet seen = new BitSet();
  private final BitSet again = new BitSet();
  private final int mask;

  /**
   * @param names the approximate number of paths to add
   */
  public ReboundPaths(long names) {
    long bits = Math.min(names * BITS_OF_A_NAME, Integer.MAX_VALUE);
    this.mask = (int) (2 * Long.highestOneBit(bits | 1) - 1);
  }

  /** Adds a bind of a path. */
  public void add(Bytes path) {
    int hash = SubtreeTops.hashOf(path);
    if (has(seen, hash)) {
      set(again, hash);
    }
    set(seen, hash);
  }

  boolean mayContain(Bytes path) {
    return has(again, SubtreeTops.hashOf(path));
  }

  private boolean has(BitSet bits, int hash) {
    return bits.get(hash & mask) && bits.get(other(hash) & mask);
  }

  private void set(BitSet bits, int hash) {
    bits.set(hash & mask);
    bits.set(other(hash) & mask);
  }

  private static int other(int hash) {
    return Integer.rotateLeft(hash * SPREAD, 15);
  }
}
