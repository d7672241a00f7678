package org.colophon.certification.merkle;

import java.util.List;

/** A small tree whose leaf hashes are in memory. */
public record HashList(List<byte[]> leaves) implements Subtrees {
  public HashList {
    leaves = List.copyOf(leaves);
  }

  @Override
  public byte[] root(long from, long width) {
    if (width == 1) {
      return leaves.get((int) from);
    }
    long half = width / 2;
    return new Hasher().node(root(from, half), root(from + half, half));
  }

  /** Returns the whole tree. */
  public MerkleTree tree() {
    return new MerkleTree(this);
  }
}
