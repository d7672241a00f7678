// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Lsn;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;

/** The NAMES relationships of a node in the tree of names. */
final class Bindings {
  private Bindings() {}

  static long from(Relationship names) {
    return (long) names.getProperty(PropertyKey.FROM_LSN);
  }

  /** Returns the LSN at which a binding ended; {@link Lsn#OPEN} if it is valid. */
  static long to(Relationship names) {
    return (long) names.getProperty(PropertyKey.TO_LSN, Lsn.OPEN);
  }

  /** Returns the current binding, or null. */
  static @Nullable Relationship now(Node name) {
    return asOf(name, Lsn.LATEST);
  }

  /** Returns the binding as of an LSN, or null. */
  static @Nullable Relationship asOf(Node name, long lsn) {
    try (ResourceIterable<Relationship> all =
        name.getRelationships(Direction.OUTGOING, RelationType.NAMES)) {
      for (Relationship each : all) {
        long to = to(each);
        if (from(each) <= lsn && (to == Lsn.OPEN || lsn < to)) {
          return each;
        }
      }
      return null;
    }
  }

  static List<Relationship> all(Node name) {
    return all(name, Direction.OUTGOING);
  }

  static List<Relationship> of(Node object) {
    return all(object, Direction.INCOMING);
  }

  private static List<Relationship> all(Node node, Direction direction) {
    try (ResourceIterable<Relationship> all =
        node.getRelationships(direction, RelationType.NAMES)) {
      List<Relationship> found = new ArrayList<>();
      all.forEach(found::add);
      return found;
    }
  }
}
