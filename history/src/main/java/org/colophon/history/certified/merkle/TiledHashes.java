// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.merkle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The complete subtrees of a tree that is stored in tiles of 256 hashes. One thread. */
public final class TiledHashes implements Subtrees {
  private static final int LEVEL_BITS = 8;

  /** Reads tiles. */
  @FunctionalInterface
  public interface Tiles {
    /** Returns the concatenated hashes of a tile of the tree. */
    byte[] read(int level, long index);
  }

  private final Tiles tiles;
  private int cachedLevel = -1;
  private long cachedIndex = -1;
  private byte[] cached = new byte[0];

  /** Constructs the subtrees. */
  public TiledHashes(Tiles tiles) {
    this.tiles = tiles;
  }

  @Override
  public byte[] root(long from, long width) {
    int height = Long.numberOfTrailingZeros(width);
    int level = height / LEVEL_BITS;
    int count = 1 << (height % LEVEL_BITS);
    long first = from >>> (level * LEVEL_BITS);
    byte[] tile = tile(level, first / TileName.FULL);
    int at = (int) (first % TileName.FULL);
    return root(tile, at, count);
  }

  private byte[] tile(int level, long index) {
    if (level != cachedLevel || index != cachedIndex) {
      cached = tiles.read(level, index);
      cachedLevel = level;
      cachedIndex = index;
    }
    return cached;
  }

  /** Returns the root over {@code count} consecutive hashes, a power of two. */
  static byte[] root(byte[] hashes, int first, int count) {
    Hasher hasher = new Hasher();
    List<byte[]> level = new ArrayList<>(count);
    for (int i = first; i < first + count; i++) {
      level.add(Arrays.copyOfRange(hashes, i * Hasher.BYTES, (i + 1) * Hasher.BYTES));
    }
    while (level.size() > 1) {
      List<byte[]> above = new ArrayList<>(level.size() / 2);
      for (int i = 0; i < level.size(); i += 2) {
        above.add(hasher.node(level.get(i), level.get(i + 1)));
      }
      level = above;
    }
    return level.get(0);
  }
}
