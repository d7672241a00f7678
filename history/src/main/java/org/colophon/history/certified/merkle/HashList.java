// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.merkle;

import java.util.List;

/**
 * A small tree whose leaf hashes are in memory. One thread.
 *
 * @param hasher computes the inner nodes
 */
public record HashList(List<byte[]> leaves, Hasher hasher) implements Subtrees {
  public HashList {
    leaves = List.copyOf(leaves);
  }

  /** Constructs a tree with a hasher of its own. */
  public HashList(List<byte[]> leaves) {
    this(leaves, new Hasher());
  }

  @Override
  public byte[] root(long from, long width) {
    if (width == 1) {
      return leaves.get((int) from);
    }
    long half = width / 2;
    return hasher.node(root(from, half), root(from + half, half));
  }

  /** Returns the whole tree. */
  public MerkleTree tree() {
    return new MerkleTree(this, hasher);
  }
}
