package org.colophon.storage.neo4j.cypher;

import java.util.function.Predicate;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.LinkKind;
import org.colophon.storage.neo4j.database.AccessMapping;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/**
 * Finds nodes and relationships by Colophon's ids. A node comes from the unique index, a
 * relationship from the end with fewer of its type. Both are cached.
 */
final class GraphEntities {
  private static final String CODE = "code";
  private static final int FIRST_LINK = AccessMode.COUNT;
  private static final int DERIVATION = FIRST_LINK + LinkKind.values().length;

  private final GraphShare share;
  private final Transaction transaction;

  GraphEntities(GraphShare share, Transaction transaction) {
    this.share = share;
    this.transaction = transaction;
  }

  Node node(boolean isObject, long id) {
    Long key = id << 1 | (isObject ? 1 : 0);
    Long known = share.nodes().getIfPresent(key);
    if (known != null) {
      try {
        return EntityIds.node(transaction, known);
      } catch (NotFoundException e) {
        share.nodes().invalidate(key); // a statement that might write deleted it
      }
    }
    Node node =
        transaction.findNode(isObject ? NodeLabel.OBJECT : NodeLabel.PROCESS, PropertyKey.ID, id);
    if (node != null) {
      share.nodes().put(key, EntityIds.of(node));
    }
    return node;
  }

  Relationship access(long process, long object, AccessMode mode, long firstLsn) {
    RelationType type = AccessMapping.type(mode.code());
    boolean isFromProcess = AccessMapping.isFromProcess(mode.code());
    boolean isCode = mode == AccessMode.CODE;
    GraphShare.Edge edge =
        isFromProcess
            ? new GraphShare.Edge(mode.code(), process, object, firstLsn)
            : new GraphShare.Edge(mode.code(), object, process, firstLsn);
    return find(
        edge,
        type,
        !isFromProcess,
        isFromProcess,
        PropertyKey.FIRST_LSN,
        found ->
            type != RelationType.USED
                || isCode == CODE.equals(found.getProperty(PropertyKey.ROLE, null)));
  }

  Relationship link(long effect, long cause, LinkKind kind, long lsn) {
    return find(
        new GraphShare.Edge(FIRST_LINK + kind.code(), effect, cause, lsn),
        RelationType.WAS_INFORMED_BY,
        false,
        false,
        PropertyKey.LSN,
        found -> kind.name().equals(found.getProperty(PropertyKey.KIND, null)));
  }

  Relationship derivation(long effect, long cause, long lsn) {
    return find(
        new GraphShare.Edge(DERIVATION, effect, cause, lsn),
        RelationType.WAS_DERIVED_FROM,
        true,
        true,
        PropertyKey.LSN,
        found -> true);
  }

  private Relationship find(
      GraphShare.Edge edge,
      RelationType type,
      boolean isFromObject,
      boolean isToObject,
      String lsnKey,
      Predicate<Relationship> fits) {
    Long known = share.relationships().getIfPresent(edge);
    if (known != null) {
      try {
        return EntityIds.relationship(transaction, known);
      } catch (NotFoundException e) {
        share.relationships().invalidate(edge); // a statement that might write deleted it
      }
    }
    Node from = node(isFromObject, edge.from());
    Node to = node(isToObject, edge.to());
    if (from == null || to == null) {
      return null;
    }
    Relationship found =
        scan(from, to, type, each -> lsn(each, lsnKey) == edge.lsn() && fits.test(each));
    if (found != null) {
      share.relationships().put(edge, EntityIds.of(found));
    }
    return found;
  }

  private static Relationship scan(
      Node from, Node to, RelationType type, Predicate<Relationship> fits) {
    boolean isFrom =
        from.getDegree(type, Direction.OUTGOING) <= to.getDegree(type, Direction.INCOMING);
    Node near = isFrom ? from : to;
    Direction direction = isFrom ? Direction.OUTGOING : Direction.INCOMING;
    long far = EntityIds.of(isFrom ? to : from);
    try (ResourceIterator<Relationship> each = near.getRelationships(direction, type).iterator()) {
      while (each.hasNext()) {
        Relationship relationship = each.next();
        long end = isFrom ? EntityIds.end(relationship) : EntityIds.start(relationship);
        if (end == far && fits.test(relationship)) {
          return relationship;
        }
      }
    }
    return null;
  }

  private static long lsn(Relationship relationship, String key) {
    return relationship.getProperty(key, null) instanceof Long lsn ? lsn : -1;
  }
}
