// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.nio.ByteBuffer;
import org.colophon.core.model.Bytes;
import org.colophon.storage.common.ByteStrings;

/**
 * A position in the tree of names: a segment below a node.
 *
 * @param parent Neo4j's id of the node
 */
record TreePosition(long parent, Bytes segment) implements Comparable<TreePosition> {
  /**
   * Returns a number for the index, which cannot hold long segments. Programs choose segments, so
   * the hash must resist chosen collisions.
   */
  long hash() {
    byte[] id = ByteBuffer.allocate(Long.BYTES).putLong(parent).array();
    return ByteStrings.hash(id, segment.toArray());
  }

  /** Keeps hash maps fast when programs choose names with equal hash codes. */
  @Override
  public int compareTo(TreePosition other) {
    int order = Long.compare(parent, other.parent);
    return order != 0 ? order : segment.compareTo(other.segment);
  }
}
