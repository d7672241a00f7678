// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.merkle;

/** The complete subtrees of a Merkle tree. */
@FunctionalInterface
public interface Subtrees {
  /**
   * Returns the root of a complete subtree.
   *
   * @param from index of its first leaf, a multiple of the width
   * @param width number of its leaves, a power of two
   * @throws org.colophon.core.error.ColophonException STORE_CORRUPT if it is missing; IO_FAILED
   */
  byte[] root(long from, long width);
}
