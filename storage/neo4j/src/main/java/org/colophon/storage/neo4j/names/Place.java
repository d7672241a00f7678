package org.colophon.storage.neo4j.names;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.colophon.core.model.Bytes;

/**
 * A place in the tree of names: below a node, under a part of a path.
 *
 * @param parent Neo4j's id of the node
 */
record Place(long parent, Bytes segment) implements Comparable<Place> {
  /**
   * The place as a number for an index, which cannot hold long segments. Programs choose the
   * segments, so a hash by which they could make thousands of places meet will not do.
   */
  long hash() {
    MessageDigest digest = sha256();
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(parent).flip());
    return ByteBuffer.wrap(digest.digest(segment.toArray())).getLong();
  }

  /** Lets a hash map stay quick when programs choose names that share a hash code. */
  @Override
  public int compareTo(Place other) {
    int order = Long.compare(parent, other.parent);
    return order != 0 ? order : segment.compareTo(other.segment);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
