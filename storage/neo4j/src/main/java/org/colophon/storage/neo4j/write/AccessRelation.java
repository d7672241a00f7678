// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.write;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.storage.common.facts.AccessInterval;
import org.colophon.storage.common.facts.PlainKinds;
import org.colophon.storage.neo4j.database.AccessMapping;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/**
 * An access interval as a relationship. Properties that follow from others are omitted: {@code
 * lastLsn} of an open interval; {@code lastTime} of an open interval if it equals the first; {@code
 * firstBytes} if only the first operation moved bytes; {@code operation} if it is the usual one of
 * its mode.
 */
final class AccessRelation {
  private AccessRelation() {}

  /** Creates the relationship of an interval. */
  static Relationship create(AccessInterval access, Node process, Node object) {
    final AccessMode mode = access.key.mode();
    Relationship relation =
        AccessMapping.isFromProcess(mode)
            ? process.createRelationshipTo(object, AccessMapping.type(mode))
            : object.createRelationshipTo(process, AccessMapping.type(mode));
    relation.setProperty(PropertyKey.FIRST_LSN, access.key.firstLsn());
    final String role = AccessMapping.role(mode);
    if (role != null) {
      relation.setProperty(PropertyKey.ROLE, role);
    }
    if (access.firstKind != PlainKinds.of(mode)) {
      relation.setProperty(PropertyKey.OPERATION, access.firstKind.name());
    }
    if (access.firstBytes != access.bytes) {
      relation.setProperty(PropertyKey.FIRST_BYTES, access.firstBytes);
    }
    if (access.firstNanos != 0) {
      relation.setProperty(PropertyKey.FIRST_TIME, GraphTime.of(access.firstNanos));
    }
    setRest(access, access.firstNanos, relation);
    return relation;
  }

  /** Updates a relationship of an earlier window. */
  static void update(AccessInterval access, Relationship relation) {
    long oldBytes = (long) relation.getProperty(PropertyKey.BYTES);
    long firstBytes = (long) relation.getProperty(PropertyKey.FIRST_BYTES, oldBytes);
    if (firstBytes == access.bytes) {
      relation.removeProperty(PropertyKey.FIRST_BYTES);
    } else {
      relation.setProperty(PropertyKey.FIRST_BYTES, firstBytes);
    }
    if (access.lastLsn == Lsn.OPEN) {
      relation.removeProperty(PropertyKey.LAST_LSN);
    }
    relation.removeProperty(PropertyKey.LAST_TIME);
    setRest(access, GraphTime.get(relation, PropertyKey.FIRST_TIME), relation);
  }

  private static void setRest(AccessInterval access, long firstNanos, Relationship relation) {
    relation.setProperty(PropertyKey.COUNT, access.count);
    relation.setProperty(PropertyKey.BYTES, access.bytes);
    final boolean isOpen = access.lastLsn == Lsn.OPEN;
    if (!isOpen) {
      relation.setProperty(PropertyKey.LAST_LSN, access.lastLsn);
    }
    if (isOpen ? access.lastNanos != firstNanos : access.lastNanos != 0) {
      relation.setProperty(PropertyKey.LAST_TIME, GraphTime.of(access.lastNanos));
    }
  }

  /** Returns whether a relationship represents an interval. Does not compare the nodes. */
  static boolean isOf(AccessInterval.Key key, Relationship relation) {
    final String role = AccessMapping.role(key.mode());
    return relation.isType(AccessMapping.type(key.mode()))
        && relation.getProperty(PropertyKey.FIRST_LSN).equals(key.firstLsn())
        && (role == null || relation.getProperty(PropertyKey.ROLE).equals(role));
  }
}
