// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.merkle;

import java.security.MessageDigest;
import org.apache.commons.codec.digest.DigestUtils;

/** Hashes of leaves and nodes of a Merkle tree: RFC 6962, section 2.1, with SHA-256. One thread. */
public final class Hasher {
  /** Size of a hash in bytes. */
  public static final int BYTES = 32;

  private static final byte LEAF = 0;
  private static final byte NODE = 1;

  private final MessageDigest digest = DigestUtils.getSha256Digest();

  /** Returns the hash of a leaf. */
  public byte[] leaf(byte[] entry) {
    return leaf(entry, 0, entry.length);
  }

  /** Returns the hash of a leaf in a part of an array. */
  public byte[] leaf(byte[] bytes, int from, int length) {
    digest.update(LEAF);
    digest.update(bytes, from, length);
    return digest.digest();
  }

  /** Returns the hash of an inner node. */
  public byte[] node(byte[] left, byte[] right) {
    digest.update(NODE);
    digest.update(left);
    digest.update(right);
    return digest.digest();
  }

  /** Returns the root of a tree without leaves. */
  public byte[] empty() {
    return digest.digest();
  }
}
