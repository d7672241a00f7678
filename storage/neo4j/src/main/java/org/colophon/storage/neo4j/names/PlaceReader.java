package org.colophon.storage.neo4j.names;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.model.Lsn;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphIndex;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.PropertyIndexQuery;

/** Finds what was at a {@link Place} of the tree of names, and when. One transaction. */
final class PlaceReader {
  private final IndexReader index;
  private final int place;
  private final int formerPlace;
  private final int toLsn;

  PlaceReader(Transaction transaction) {
    this.index = new IndexReader(transaction);
    this.place = index.key(PropertyKey.PLACE);
    this.formerPlace = index.key(PropertyKey.FORMER_PLACE);
    this.toLsn = index.key(PropertyKey.TO_LSN);
  }

  /** What is there now, or null. */
  Edge now(Place at) {
    return now(at, at.hash());
  }

  private Edge now(Place at, long hash) {
    Edge[] found = new Edge[1];
    visit(
        GraphIndex.BELOW_PLACE,
        at,
        edge -> {
          found[0] = edge;
          return false;
        },
        PropertyIndexQuery.exact(place, hash));
    return found[0];
  }

  /** What was there as of an LSN, or null. */
  Edge asOf(Place at, long lsn) {
    long hash = at.hash();
    Edge now = now(at, hash);
    if (now != null && now.fromLsn() <= lsn) {
      return now;
    }
    // What was there follows each other, so what ended first after the LSN is the only candidate.
    Edge[] found = new Edge[1];
    former(
        at,
        hash,
        lsn,
        edge -> {
          found[0] = edge;
          return false;
        });
    return found[0] != null && found[0].holdsAt(lsn) ? found[0] : null;
  }

  /** All that was there at some time from one LSN to another, in order. */
  List<Edge> between(Place at, long fromLsn, long toLsn) {
    long hash = at.hash();
    List<Edge> found = new ArrayList<>();
    former(
        at,
        hash,
        fromLsn,
        edge -> {
          boolean isWithin = edge.fromLsn() < toLsn;
          if (isWithin) {
            found.add(edge);
          }
          return isWithin;
        });
    Edge now = now(at, hash);
    if (now != null && now.fromLsn() < toLsn) {
      found.add(now);
    }
    return found;
  }

  /** Visits what ended after an LSN, in order. */
  private void former(Place at, long hash, long lsn, Predicate<Edge> visitor) {
    if (lsn != Lsn.LATEST) {
      visit(
          GraphIndex.BELOW_FORMER_PLACE,
          at,
          visitor,
          PropertyIndexQuery.exact(formerPlace, hash),
          PropertyIndexQuery.range(toLsn, lsn, false, null, false));
    }
  }

  /** Two places may share a hash. */
  private void visit(
      String indexName, Place at, Predicate<Edge> visitor, PropertyIndexQuery... query) {
    index.relationships(
        indexName,
        id -> {
          Edge edge = Edge.of(EntityIds.relationship(index.transaction(), id));
          return edge.isEmpty() || !edge.isAt(at) || visitor.test(edge);
        },
        query);
  }
}
