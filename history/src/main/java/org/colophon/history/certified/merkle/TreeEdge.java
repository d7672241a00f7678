// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.merkle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The tiles at the right edge of a growing tree, which are enough to append leaves and to compute
 * roots. One thread.
 */
public final class TreeEdge {
  private final BiConsumer<TileName, byte[]> writer;
  private final List<byte[]> levels = new ArrayList<>(); // each as long as a full tile
  private long size;

  /**
   * Constructs the edge of an empty tree.
   *
   * @param writer receives each full tile before it leaves the edge
   */
  public TreeEdge(BiConsumer<TileName, byte[]> writer) {
    this.writer = writer;
  }

  /**
   * Constructs the edge of an existing tree. Reads its full tiles and computes the levels above
   * them.
   *
   * @param size a multiple of 256
   * @param tiles returns the hashes of a full tile
   */
  public TreeEdge(BiConsumer<TileName, byte[]> writer, long size, TiledHashes.Tiles tiles) {
    this(writer);
    this.size = size;
    levels.add(new byte[TileName.FULL * Hasher.BYTES]);
    long hashes = size / TileName.FULL;
    for (int level = 1; hashes > 0; level++, hashes /= TileName.FULL) {
      byte[] tile = new byte[TileName.FULL * Hasher.BYTES];
      long first = hashes - hashes % TileName.FULL;
      for (long below = first; below < hashes; below++) {
        byte[] root = TiledHashes.root(tiles.read(level - 1, below), 0, TileName.FULL);
        System.arraycopy(root, 0, tile, (int) (below - first) * Hasher.BYTES, Hasher.BYTES);
      }
      levels.add(tile);
    }
  }

  public long size() {
    return size;
  }

  /** Appends the hash of a leaf. */
  public void append(byte[] leaf) {
    append(0, size, leaf);
    size++;
  }

  private void append(int level, long index, byte[] hash) {
    if (level == levels.size()) {
      levels.add(new byte[TileName.FULL * Hasher.BYTES]);
    }
    byte[] tile = levels.get(level);
    int at = (int) (index % TileName.FULL);
    System.arraycopy(hash, 0, tile, at * Hasher.BYTES, Hasher.BYTES);
    if (at == TileName.FULL - 1) {
      long tileIndex = index / TileName.FULL;
      writer.accept(TileName.ofHashes(level, tileIndex, TileName.FULL), tile);
      append(level + 1, tileIndex, TiledHashes.root(tile, 0, TileName.FULL));
    }
  }

  /** Writes the partial tiles of the edge. */
  public void writePartial() {
    long hashes = size;
    for (int level = 0; level < levels.size(); level++, hashes /= TileName.FULL) {
      int width = (int) (hashes % TileName.FULL);
      if (width > 0) {
        writer.accept(
            TileName.ofHashes(level, hashes / TileName.FULL, width),
            Arrays.copyOf(levels.get(level), width * Hasher.BYTES));
      }
    }
  }

  /** Returns the root of the whole tree. */
  public byte[] root() {
    return new MerkleTree(this::subtree).root(size);
  }

  /**
   * Returns the root of a subtree that the edge contains. Its width is one bit of the tree's size.
   */
  private byte[] subtree(long from, long width) {
    return new TiledHashes((level, index) -> levels.get(level)).root(from, width);
  }
}
