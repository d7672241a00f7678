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

/**
 * Finds what was at a {@link Place} of the tree of names, and when. What was there follows each
 * other, and the index has it in the order in which it ended. One transaction.
 */
final class PlaceReader {
  private final IndexReader index;
  private final int place;
  private final int until;

  PlaceReader(Transaction transaction) {
    this.index = new IndexReader(transaction);
    this.place = index.key(PropertyKey.PLACE);
    this.until = index.key(PropertyKey.UNTIL);
  }

  /** What is there now, or null. */
  Edge now(Place at) {
    return first(at, PropertyIndexQuery.exact(until, Lsn.OPEN));
  }

  /** What was there as of an LSN, or null. */
  Edge asOf(Place at, long lsn) {
    if (lsn == Lsn.LATEST) {
      return now(at);
    }
    Edge found = first(at, endedAfter(lsn));
    return found != null && found.fromLsn() <= lsn ? found : null;
  }

  /** All that was there at some time from one LSN to another, in order. */
  List<Edge> between(Place at, long fromLsn, long toLsn) {
    List<Edge> found = new ArrayList<>();
    visit(
        at,
        endedAfter(fromLsn),
        edge -> {
          boolean isWithin = edge.fromLsn() < toLsn;
          if (isWithin) {
            found.add(edge);
          }
          return isWithin;
        });
    return found;
  }

  private PropertyIndexQuery endedAfter(long lsn) {
    return PropertyIndexQuery.range(until, lsn, false, null, false);
  }

  private Edge first(Place at, PropertyIndexQuery when) {
    Edge[] found = new Edge[1];
    visit(
        at,
        when,
        edge -> {
          found[0] = edge;
          return false;
        });
    return found[0];
  }

  /** Another place may have the same hash. */
  private void visit(Place at, PropertyIndexQuery when, Predicate<Edge> visitor) {
    index.relationships(
        GraphIndex.BELOW_PLACE,
        id -> {
          Edge edge = Edge.of(EntityIds.relationship(index.transaction(), id));
          return edge.isEmpty() || !edge.isAt(at) || visitor.test(edge);
        },
        PropertyIndexQuery.exact(place, at.hash()),
        when);
  }
}
