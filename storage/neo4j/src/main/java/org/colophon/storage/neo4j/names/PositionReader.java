// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.model.Lsn;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.GraphSchema;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.PropertyIndexQuery;

/**
 * Finds the edges at a {@link TreePosition}. These edges do not overlap, and the index has them in
 * the order of their ends. Belongs to one transaction.
 */
final class PositionReader {
  private final IndexReader index;
  private final int place;
  private final int until;

  PositionReader(Transaction transaction) {
    this.index = new IndexReader(transaction);
    this.place = index.key(PropertyKey.PLACE);
    this.until = index.key(PropertyKey.UNTIL);
  }

  /** Returns the current edge, or null. */
  Edge now(TreePosition at) {
    return first(at, PropertyIndexQuery.exact(until, Lsn.OPEN));
  }

  /** Returns the edge as of an LSN, or null. */
  @Nullable Edge asOf(TreePosition at, long lsn) {
    if (lsn == Lsn.LATEST) {
      return now(at);
    }
    Edge found = first(at, endedAfter(lsn));
    return found != null && found.fromLsn() <= lsn ? found : null;
  }

  /** Returns the edges that held between two LSNs, in order. */
  List<Edge> between(TreePosition at, long fromLsn, long toLsn) {
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

  private Edge first(TreePosition at, PropertyIndexQuery when) {
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

  /** Visits the edges at a position; skips those of another position with the same hash. */
  private void visit(TreePosition at, PropertyIndexQuery when, Predicate<Edge> visitor) {
    index.relationships(
        GraphSchema.BELOW_PLACE,
        id -> {
          Edge edge = Edge.of(EntityIds.relationship(index.transaction(), id));
          return edge.isEmpty() || !edge.isAt(at) || visitor.test(edge);
        },
        PropertyIndexQuery.exact(place, at.hash()),
        when);
  }
}
