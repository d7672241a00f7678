package org.colophon.storage.neo4j.names;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.colophon.storage.neo4j.database.TextValue;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Transaction;

/**
 * The tree of names at the moment that the writer has come to. A folder is moved by ending the
 * BELOW relationship above it and beginning another to the same node, whatever lies below.
 *
 * <p>Nothing is ever deleted: what one LSN begins and ends stays, from that LSN to that LSN, and
 * readers pass over it.
 */
final class NameTree {
  private final SpotCache cache = new SpotCache();
  private Transaction transaction;
  private PlaceReader places;
  private Spot root;

  /** What was kept in mind may be wrong: a transaction was rolled back. */
  void forget() {
    cache.clear();
    root = null;
    transaction = null;
    places = null;
  }

  /** Everything further happens in this transaction. */
  void use(Transaction current) {
    if (transaction != current) {
      transaction = current;
      places = new PlaceReader(current);
    }
  }

  Node node(Spot spot) {
    return EntityIds.knownNode(transaction, spot.node);
  }

  Relationship relationship(long id) {
    return EntityIds.relationship(transaction, id);
  }

  Spot root() {
    if (root == null) {
      root = Spot.found(EntityIds.of(NameRoot.findOrCreate(transaction)));
    }
    return root;
  }

  /** The spot of a path, or null if there is none. */
  Spot find(Bytes path) {
    Spot spot = root();
    for (Bytes segment : Segments.of(path)) {
      spot = spot == null ? null : child(spot, segment);
    }
    return spot;
  }

  private Spot child(Spot parent, Bytes segment) {
    Place place = new Place(parent.node, segment);
    Spot known = cache.get(place);
    if (known != null || parent.isComplete) {
      return known;
    }
    Edge edge = places.now(place);
    return edge == null ? null : found(edge, parent, place);
  }

  private Spot found(Edge edge, Spot parent, Place place) {
    Spot spot = Spot.found(edge.child());
    enter(spot, edge.id(), parent, place);
    return spot;
  }

  private void enter(Spot spot, long edge, Spot parent, Place place) {
    spot.edge = edge;
    spot.parent = parent;
    spot.place = place;
    cache.put(spot);
  }

  /** The spot of a path; what is missing of it is made. */
  Spot make(Bytes path, long lsn) {
    return make(Segments.of(path), lsn);
  }

  private Spot make(List<Bytes> segments, long lsn) {
    Spot spot = root();
    for (Bytes segment : segments) {
      Spot child = child(spot, segment);
      if (child == null) {
        child = Spot.fresh(EntityIds.of(transaction.createNode(NodeLabel.NAME)));
        attach(child, spot, segment, lsn);
      }
      spot = child;
    }
    return spot;
  }

  /** Puts a spot that is nowhere, with all below it, where nothing is. */
  void attach(Spot spot, Bytes path, long lsn) {
    List<Bytes> segments = Segments.of(path);
    int last = segments.size() - 1;
    attach(spot, make(segments.subList(0, last), lsn), segments.get(last), lsn);
  }

  private void attach(Spot spot, Spot parent, Bytes segment, long lsn) {
    Place place = new Place(parent.node, segment);
    Relationship below = node(parent).createRelationshipTo(node(spot), RelationType.BELOW);
    setSegment(below, segment);
    below.setProperty(PropertyKey.FROM_LSN, lsn);
    below.setProperty(PropertyKey.PLACE, place.hash());
    below.setProperty(PropertyKey.UNTIL, Lsn.OPEN);
    enter(spot, EntityIds.of(below), parent, place);
  }

  /** The first part of an absolute path is empty, and is there to be asked for. */
  private static void setSegment(Relationship below, Bytes segment) {
    if (segment.isEmpty()) {
      below.setProperty(PropertyKey.SEGMENT, "");
    } else {
      TextValue.add(below, PropertyKey.SEGMENT, segment);
    }
  }

  /** Takes a spot, with all below it, from where it is. */
  void detach(Spot spot, long lsn) {
    Relationship below = relationship(spot.edge);
    below.setProperty(PropertyKey.UNTIL, lsn);
    below.setProperty(PropertyKey.TO_LSN, lsn);
    cache.remove(spot.place);
  }

  /** The spots directly below another, each looked up: for what is rare. */
  List<Spot> children(Spot parent) {
    List<Spot> children = new ArrayList<>();
    try (ResourceIterable<Relationship> all =
        node(parent).getRelationships(Direction.OUTGOING, RelationType.BELOW)) {
      for (Relationship below : all) {
        if (!below.hasProperty(PropertyKey.TO_LSN)) {
          children.add(child(parent, TextValue.get(below, PropertyKey.SEGMENT)));
        }
      }
    }
    return children;
  }
}
