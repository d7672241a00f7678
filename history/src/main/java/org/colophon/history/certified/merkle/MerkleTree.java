// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.merkle;

import java.util.ArrayList;
import java.util.List;

/** Computes roots and proofs of a Merkle tree: RFC 6962, section 2.1. One thread. */
public final class MerkleTree {
  private final Subtrees subtrees;
  private final Hasher hasher;

  public MerkleTree(Subtrees subtrees) {
    this(subtrees, new Hasher());
  }

  MerkleTree(Subtrees subtrees, Hasher hasher) {
    this.subtrees = subtrees;
    this.hasher = hasher;
  }

  /** Returns the root of the first {@code size} leaves. */
  public byte[] root(long size) {
    return size == 0 ? hasher.empty() : root(0, size);
  }

  private byte[] root(long from, long to) {
    long width = to - from;
    if (Long.bitCount(width) == 1) {
      return subtrees.root(from, width);
    }
    long middle = from + split(width);
    return hasher.node(root(from, middle), root(middle, to));
  }

  /** Returns the largest power of two that is smaller than the width, which is at least two. */
  private static long split(long width) {
    return Long.highestOneBit(width - 1);
  }

  /**
   * Returns the proof that a leaf is in the tree of {@code size} leaves. It begins with the leaf's
   * sibling.
   */
  public List<byte[]> inclusion(long index, long size) {
    List<byte[]> path = new ArrayList<>();
    inclusion(index, 0, size, path);
    return path;
  }

  private void inclusion(long index, long from, long to, List<byte[]> path) {
    if (to - from == 1) {
      return;
    }
    long middle = from + split(to - from);
    if (index < middle) {
      inclusion(index, from, middle, path);
      path.add(root(middle, to));
    } else {
      inclusion(index, middle, to, path);
      path.add(root(from, middle));
    }
  }

  /** Returns the proof that the tree of {@code size} leaves extends that of {@code earlier}. */
  public List<byte[]> consistency(long earlier, long size) {
    List<byte[]> path = new ArrayList<>();
    if (earlier > 0 && earlier < size) {
      consistency(earlier, 0, size, true, path);
    }
    return path;
  }

  private void consistency(long earlier, long from, long to, boolean isWhole, List<byte[]> path) {
    if (earlier == to) {
      if (!isWhole) {
        path.add(root(from, to));
      }
      return;
    }
    long middle = from + split(to - from);
    if (earlier <= middle) {
      consistency(earlier, from, middle, isWhole, path);
      path.add(root(middle, to));
    } else {
      consistency(earlier, middle, to, false, path);
      path.add(root(from, middle));
    }
  }
}
