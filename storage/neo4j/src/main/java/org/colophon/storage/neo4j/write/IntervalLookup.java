package org.colophon.storage.neo4j.write;

import org.colophon.storage.neo4j.database.AccessMapping;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.RelationType;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/**
 * Finds the relationships of intervals that may still change. Forgotten ones are searched from the
 * end with fewer relationships. One thread.
 */
final class IntervalLookup {
  private final LongCache relations;

  IntervalLookup(int remembered) {
    this.relations = new LongCache(remembered);
  }

  void remember(AccessTable table, int row, Relationship relation) {
    relations.put(table.key(row), EntityIds.of(relation));
  }

  /** Returns the relationship of a row's interval, or null. */
  Relationship find(
      Transaction transaction, AccessTable table, int row, Node process, Node object) {
    final boolean isFromProcess = AccessMapping.isFromProcess(table.mode[row]);
    final Node start = isFromProcess ? process : object;
    final Node end = isFromProcess ? object : process;
    final long known = relations.get(table.key(row));
    if (known != LongCache.ABSENT) {
      Relationship relation = relationship(transaction, known);
      if (relation != null && isOf(table, row, relation, start, end)) {
        return relation;
      }
    }
    Relationship found = scan(table, row, start, end);
    if (found != null) {
      remember(table, row, found);
    }
    return found;
  }

  private static Relationship relationship(Transaction transaction, long id) {
    try {
      return EntityIds.relationship(transaction, id);
    } catch (NotFoundException e) {
      return null; // a statement deleted it
    }
  }

  private static boolean isOf(
      AccessTable table, int row, Relationship relation, Node start, Node end) {
    return EntityIds.start(relation) == EntityIds.of(start)
        && EntityIds.end(relation) == EntityIds.of(end)
        && AccessRelation.isOf(table, row, relation);
  }

  private static Relationship scan(AccessTable table, int row, Node start, Node end) {
    RelationType type = AccessMapping.type(table.mode[row]);
    boolean fromStart =
        start.getDegree(type, Direction.OUTGOING) <= end.getDegree(type, Direction.INCOMING);
    Node from = fromStart ? start : end;
    Direction direction = fromStart ? Direction.OUTGOING : Direction.INCOMING;
    try (ResourceIterator<Relationship> each = from.getRelationships(direction, type).iterator()) {
      while (each.hasNext()) {
        Relationship relation = each.next();
        if (isOf(table, row, relation, start, end)) {
          return relation;
        }
      }
      return null;
    }
  }

  /** Forgets everything after a rollback. */
  void forget() {
    relations.clear();
  }
}
