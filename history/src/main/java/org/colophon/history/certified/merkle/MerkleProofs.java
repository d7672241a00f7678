// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.merkle;

import java.security.MessageDigest;
import java.util.List;

/** Checks proofs as defined in RFC 9162, sections 2.1.3.2 and 2.1.4.2. */
public final class MerkleProofs {
  private MerkleProofs() {}

  /** Returns true if a leaf is in the tree of a root. */
  public static boolean isIncluded(
      byte[] leaf, long index, long size, List<byte[]> path, byte[] root) {
    if (index < 0 || index >= size) {
      return false;
    }
    Hasher hasher = new Hasher();
    long node = index;
    long last = size - 1;
    byte[] hash = leaf;
    for (byte[] sibling : path) {
      if (last == 0) {
        return false;
      }
      if ((node & 1) == 1 || node == last) {
        hash = hasher.node(sibling, hash);
        while ((node & 1) == 0 && node != 0) {
          node >>>= 1;
          last >>>= 1;
        }
      } else {
        hash = hasher.node(hash, sibling);
      }
      node >>>= 1;
      last >>>= 1;
    }
    return last == 0 && MessageDigest.isEqual(hash, root);
  }

  /** Returns true if the tree of a root extends the tree of an earlier root. */
  public static boolean isConsistent(
      long earlier, byte[] earlierRoot, long size, byte[] root, List<byte[]> path) {
    if (earlier == 0 || earlier == size) {
      return path.isEmpty() && (earlier == 0 || MessageDigest.isEqual(earlierRoot, root));
    }
    boolean isSubtree = Long.bitCount(earlier) == 1; // the verifier knows its root
    if (earlier < 0 || earlier > size || (path.isEmpty() && !isSubtree)) {
      return false;
    }
    Hasher hasher = new Hasher();
    int skipped = Long.numberOfTrailingZeros(earlier);
    long node = (earlier - 1) >>> skipped;
    long last = (size - 1) >>> skipped;
    byte[] first = isSubtree ? earlierRoot : path.get(0);
    byte[] before = first;
    byte[] after = first;
    for (byte[] sibling : isSubtree ? path : path.subList(1, path.size())) {
      if (last == 0) {
        return false;
      }
      if ((node & 1) == 1 || node == last) {
        before = hasher.node(sibling, before);
        after = hasher.node(sibling, after);
        while ((node & 1) == 0 && node != 0) {
          node >>>= 1;
          last >>>= 1;
        }
      } else {
        after = hasher.node(after, sibling);
      }
      node >>>= 1;
      last >>>= 1;
    }
    return last == 0
        && MessageDigest.isEqual(before, earlierRoot)
        && MessageDigest.isEqual(after, root);
  }
}
