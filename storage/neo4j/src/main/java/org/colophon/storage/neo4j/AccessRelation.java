package org.colophon.storage.neo4j;

import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.storage.neo4j.database.GraphTime;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/**
 * An access interval as a relationship. What follows from the rest is not stored: {@code lastLsn}
 * of an open interval, {@code lastTime} of an open one if it is the first's, {@code firstBytes} if
 * they are all the bytes, {@code operation} if it is the plain one of its mode.
 */
final class AccessRelation {
  private static final RelationType[] TYPES = {
    RelationType.USED,
    RelationType.WAS_GENERATED_BY,
    RelationType.USED,
    RelationType.WAS_NAMED_BY,
    RelationType.WAS_INFLUENCED_BY,
    RelationType.WAS_ASSOCIATED_WITH
  };
  private static final String[] ROLES = {"data", null, "code", null, null, null};
  private static final OperationKind[] PLAIN_KINDS = plainKinds();

  private AccessRelation() {}

  private static OperationKind[] plainKinds() {
    OperationKind[] plain = new OperationKind[AccessMode.COUNT];
    for (OperationKind kind : OperationKind.values()) {
      int mode = kind.mode().code();
      plain[mode] = plain[mode] == null ? kind : plain[mode];
    }
    return plain;
  }

  /** The type of the relationships of a mode. */
  static RelationType type(int mode) {
    return TYPES[mode];
  }

  /** Whether the relationships of a mode point from the process to the object. */
  static boolean isFromProcess(int mode) {
    RelationType type = TYPES[mode];
    return type == RelationType.USED || type == RelationType.WAS_ASSOCIATED_WITH;
  }

  /** The kind that stands for a mode where the operation's own kind is not stored. */
  static OperationKind plainKind(int mode) {
    return PLAIN_KINDS[mode];
  }

  /** Creates the relationship of a row, in the form that the row has. */
  static Relationship create(AccessTable table, int row, Node process, Node object) {
    final int mode = table.mode[row];
    Relationship relation =
        isFromProcess(mode)
            ? process.createRelationshipTo(object, TYPES[mode])
            : object.createRelationshipTo(process, TYPES[mode]);
    relation.setProperty(PropertyKey.FIRST_LSN, table.first[row]);
    if (ROLES[mode] != null) {
      relation.setProperty(PropertyKey.ROLE, ROLES[mode]);
    }
    final byte kind = table.kind[row];
    if (kind != AccessTable.LATER && kind != PLAIN_KINDS[mode].code()) {
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

  /** Brings a relationship of an earlier window to the form that the row has. */
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

  /** Whether a relationship is the interval of a row, its ends apart. */
  static boolean isOf(AccessTable table, int row, Relationship relation) {
    final int mode = table.mode[row];
    return relation.isType(TYPES[mode])
        && relation.getProperty(PropertyKey.FIRST_LSN).equals(table.first[row])
        && (ROLES[mode] == null || relation.getProperty(PropertyKey.ROLE).equals(ROLES[mode]));
  }
}
