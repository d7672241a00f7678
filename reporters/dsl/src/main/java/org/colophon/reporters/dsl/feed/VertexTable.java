package org.colophon.reporters.dsl.feed;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;

/**
 * The vertices of a feed by the ids that it gives them. An edge may name any vertex that ever was,
 * and ids are any text, so memory needs a bound: the table keeps the most recently used ones.
 *
 * <p>It has two halves. What is used goes to the young one; when that is full the old one is
 * dropped, and the young one becomes old. So the last {@code limit / 2} vertices used are there for
 * certain, and never more than {@code limit}. An id longer than 64 bytes is kept as its SHA-256
 * digest. A vertex costs some 150 bytes.
 */
final class VertexTable {
  private static final int LONGEST_KEPT = 64;
  private static final Bytes DIGEST = Bytes.of("sha256\0");

  private final int half;
  private Map<Bytes, Vertex> young = new HashMap<>();
  private Map<Bytes, Vertex> old = new HashMap<>();
  private boolean hasForgotten;

  VertexTable(int limit) {
    this.half = Math.max(1, limit / 2);
  }

  /** The vertex with an id, or null. */
  Vertex find(Bytes id) {
    Bytes key = key(id);
    Vertex vertex = young.get(key);
    if (vertex == null) {
      vertex = old.remove(key);
      if (vertex != null) {
        add(key, vertex);
      }
    }
    return vertex;
  }

  /** The id means this vertex from now on. */
  void put(Bytes id, Vertex vertex) {
    Bytes key = key(id);
    old.remove(key);
    add(key, vertex);
  }

  private void add(Bytes key, Vertex vertex) {
    young.put(key, vertex);
    if (young.size() >= half) {
      hasForgotten |= !old.isEmpty();
      old = young;
      young = new HashMap<>();
    }
  }

  int size() {
    return young.size() + old.size();
  }

  /** Whether the bound has been reached, so that an unknown id may be a forgotten one. */
  boolean hasForgotten() {
    return hasForgotten;
  }

  /** No id holds a zero byte, so a digest is taken for none. */
  private static Bytes key(Bytes id) {
    return id.length() <= LONGEST_KEPT ? id : DIGEST.concat(digest(id));
  }

  private static Bytes digest(Bytes id) {
    try {
      return Bytes.wrap(MessageDigest.getInstance("SHA-256").digest(id.toArray()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
