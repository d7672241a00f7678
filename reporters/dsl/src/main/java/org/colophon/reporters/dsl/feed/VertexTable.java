// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import java.util.HashMap;
import java.util.Map;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.model.Bytes;

/**
 * Vertices of a feed by id. Ids are unbounded, so the table keeps the most recently used ones.
 *
 * <p>Used vertices go to the young half. When it is full, the old half is dropped and the young one
 * becomes old. So the last {@code limit / 2} used vertices are kept, and never more than {@code
 * limit}. Ids above 64 bytes are stored as SHA-256. A vertex takes about 150 bytes.
 */
final class VertexTable {
  private static final int MAX_ID_BYTES = 64;
  private static final Bytes DIGEST = Bytes.of("sha256\0");

  private final int half;
  private Map<Bytes, Vertex> young = new HashMap<>();
  private Map<Bytes, Vertex> old = new HashMap<>();
  private boolean hasEvicted;

  VertexTable(int limit) {
    this.half = Math.max(1, limit / 2);
  }

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

  void put(Bytes id, Vertex vertex) {
    Bytes key = key(id);
    old.remove(key);
    add(key, vertex);
  }

  private void add(Bytes key, Vertex vertex) {
    young.put(key, vertex);
    if (young.size() >= half) {
      hasEvicted |= !old.isEmpty();
      old = young;
      young = new HashMap<>();
    }
  }

  /** Returns whether an unknown id may have been evicted. */
  boolean hasEvicted() {
    return hasEvicted;
  }

  /**
   * Returns the key of an id: the id itself, or a zero byte and the digest of a long id. No id has
   * a zero byte, so keys are unique.
   */
  private static Bytes key(Bytes id) {
    return id.length() <= MAX_ID_BYTES
        ? id
        : DIGEST.concat(Bytes.wrap(DigestUtils.sha256(id.toArray())));
  }
}
