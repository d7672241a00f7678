// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.Map;
import java.util.Objects;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Relationship;

/**
 * A BELOW relationship: a child with a segment below a parent, from one LSN to another.
 *
 * @param toLsn the LSN at which it ended, {@link Lsn#OPEN} while it is valid
 */
record Edge(long id, long parent, long child, Bytes segment, long fromLsn, long toLsn) {
  static Edge of(Relationship below) {
    Map<String, Object> properties =
        below.getProperties(
            PropertyKey.SEGMENT,
            PropertyKey.SEGMENT_BYTES,
            PropertyKey.FROM_LSN,
            PropertyKey.TO_LSN);
    return new Edge(
        EntityIds.of(below),
        EntityIds.start(below),
        EntityIds.end(below),
        segment(properties),
        (long) Objects.requireNonNull(properties.get(PropertyKey.FROM_LSN)),
        (long) properties.getOrDefault(PropertyKey.TO_LSN, Lsn.OPEN));
  }

  boolean isAt(TreePosition place) {
    return parent == place.parent() && segment.equals(place.segment());
  }

  /** Returns whether the edge ended at the LSN at which it began, so that readers skip it. */
  boolean isEmpty() {
    return fromLsn == toLsn;
  }

  boolean holdsAt(long lsn) {
    return fromLsn <= lsn && (lsn < toLsn || toLsn == Lsn.OPEN);
  }

  private static Bytes segment(Map<String, Object> properties) {
    byte[] bytes = (byte[]) properties.get(PropertyKey.SEGMENT_BYTES);
    return bytes == null
        ? Bytes.of((String) Objects.requireNonNull(properties.get(PropertyKey.SEGMENT)))
        : Bytes.wrap(bytes);
  }
}
