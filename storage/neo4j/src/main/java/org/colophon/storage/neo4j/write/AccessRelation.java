package org.colophon.storage.neo4j.write;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.storage.common.PlainKinds;
import org.colophon.storage.neo4j.database.AccessMapping;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/**
 * An access interval as a relationship. Derivable properties are omitted: {@code lastLsn} of an
 * open interval, {@code lastTime} of an open one if it equals the first, {@code firstBytes} if they
 * are all bytes, and {@code operation} if it is the plain one of its mode.
 */
final class AccessRelation {
  private AccessRelation() {}

  /** Creates the relationship of a row. */
  static Relationship create(AccessTable table, int row, Node process, Node object) {
    final int mode = table.mode[row];
    Relationship relation =
        AccessMapping.isFromProcess(mode)
            ? process.createRelationshipTo(object, AccessMapping.type(mode))
            : object.createRelationshipTo(process, AccessMapping.type(mode));
    relation.setProperty(PropertyKey.FIRST_LSN, table.first[row]);
    final String role = AccessMapping.role(mode);
    if (role != null) {
      relation.setProperty(PropertyKey.ROLE, role);
    }
    final byte kind = table.kind[row];
    if (kind != AccessTable.LATER && kind != PlainKinds.of(AccessMode.of(mode)).code()) {
      relation.setProperty(PropertyKey.OPERATION, OperationKind.of(kind).name());
    }
    if (table.firstBytes[row] != table.bytes[row]) {
      relation.setProperty(PropertyKey.FIRST_BYTES, table.firstBytes[row]);
    }
    if (table.firstNanos[row] != 0) {
      relation.setProperty(PropertyKey.FIRST_TIME, GraphTime.of(table.firstNanos[row]));
    }
    setRest(table, row, table.firstNanos[row], relation);
    return relation;
  }

  /** Updates a relationship of an earlier window from a row. */
  static void update(AccessTable table, int row, Relationship relation) {
    long oldBytes = (long) relation.getProperty(PropertyKey.BYTES);
    long firstBytes = (long) relation.getProperty(PropertyKey.FIRST_BYTES, oldBytes);
    if (firstBytes == table.bytes[row]) {
      relation.removeProperty(PropertyKey.FIRST_BYTES);
    } else {
      relation.setProperty(PropertyKey.FIRST_BYTES, firstBytes);
    }
    if (table.last[row] == Lsn.OPEN) {
      relation.removeProperty(PropertyKey.LAST_LSN);
    }
    relation.removeProperty(PropertyKey.LAST_TIME);
    setRest(table, row, GraphTime.get(relation, PropertyKey.FIRST_TIME), relation);
  }

  private static void setRest(AccessTable table, int row, long firstNanos, Relationship relation) {
    relation.setProperty(PropertyKey.COUNT, table.count[row]);
    relation.setProperty(PropertyKey.BYTES, table.bytes[row]);
    final boolean isOpen = table.last[row] == Lsn.OPEN;
    if (!isOpen) {
      relation.setProperty(PropertyKey.LAST_LSN, table.last[row]);
    }
    if (isOpen ? table.lastNanos[row] != firstNanos : table.lastNanos[row] != 0) {
      relation.setProperty(PropertyKey.LAST_TIME, GraphTime.of(table.lastNanos[row]));
    }
  }

  /** Returns whether a relationship is the interval of a row; ignores the ends. */
  static boolean isOf(AccessTable table, int row, Relationship relation) {
    final int mode = table.mode[row];
    final String role = AccessMapping.role(mode);
    return relation.isType(AccessMapping.type(mode))
        && relation.getProperty(PropertyKey.FIRST_LSN).equals(table.first[row])
        && (role == null || relation.getProperty(PropertyKey.ROLE).equals(role));
  }
}
