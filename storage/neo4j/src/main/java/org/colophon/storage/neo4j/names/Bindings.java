package org.colophon.storage.neo4j.names;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.colophon.core.model.Lsn;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;

/** The NAMES relationships of a node of the tree of names: what was bound there, and when. */
final class Bindings {
  private Bindings() {}

  static long from(Relationship names) {
    return (long) names.getProperty(PropertyKey.FROM_LSN);
  }

  /** {@link Lsn#OPEN} while it holds. */
  static long to(Relationship names) {
    return (long) names.getProperty(PropertyKey.TO_LSN, Lsn.OPEN);
  }

  /** What is bound now, or null. */
  static Relationship now(Node name) {
    return asOf(name, Lsn.LATEST);
  }

  /** What was bound as of an LSN, or null. */
  static Relationship asOf(Node name, long lsn) {
    return first(
        name,
        each -> {
          long to = to(each);
          return to == Lsn.OPEN ? from(each) <= lsn : lsn < to && from(each) <= lsn;
        });
  }

  private static Relationship first(Node name, Predicate<Relationship> wanted) {
    try (ResourceIterable<Relationship> all =
        name.getRelationships(Direction.OUTGOING, RelationType.NAMES)) {
      for (Relationship each : all) {
        if (wanted.test(each)) {
          return each;
        }
      }
      return null;
    }
  }

  /** All that was ever bound. */
  static List<Relationship> all(Node name) {
    return all(name, Direction.OUTGOING);
  }

  /** All that ever bound an object. */
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
