package org.colophon.storage.neo4j.names;

import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/** Carries out the records of names on a {@link NameTree}, in LSN order. One thread. */
final class NameWriter {
  private final NameTree tree = new NameTree();
  private long lsn;
  private long order;

  /** What was kept in mind may be wrong: a transaction was rolled back. */
  void forget() {
    tree.forget();
    lsn = 0;
  }

  /** What follows is one record of this LSN. */
  NameWriter at(Transaction transaction, long recordLsn) {
    tree.use(transaction);
    order = recordLsn == lsn ? order + 1 : 0;
    lsn = recordLsn;
    return this;
  }

  /** What follows is a question. */
  NameWriter in(Transaction transaction) {
    tree.use(transaction);
    return this;
  }

  void bind(Bytes path, Node object) {
    Spot spot = tree.make(path, lsn);
    endBinding(spot);
    beginBinding(spot, path, object);
  }

  void unbind(Bytes path) {
    if (Segments.isNode(path)) {
      remove(tree.find(path));
    } else {
      Spot above = above(path);
      if (above != null) {
        tree.children(above).forEach(this::remove);
      }
    }
  }

  /** What is bound below needs no end of its own. */
  private void remove(Spot spot) {
    if (spot != null) {
      endBinding(spot);
      tree.detach(spot, lsn);
    }
  }

  /**
   * @param object null if unknown
   */
  void rename(Bytes from, Bytes to, Node object) {
    if (from.equals(to)) {
      return;
    }
    Spot moved = null;
    if (Segments.isNode(from)) {
      moved = take(from);
      unbind(to);
      attach(moved, to);
    } else {
      Map<Bytes, Node> names = takeOneByOne(from);
      unbind(to);
      bindAll(names, from, to);
    }
    if (object != null) {
      suggest(moved, to, object);
    }
  }

  /** Two paths of which one lies below the other cannot change places; nothing happens then. */
  void exchange(Bytes one, Bytes other) {
    if (one.isAtOrBelow(other) || other.isAtOrBelow(one)) {
      return;
    }
    if (Segments.isNode(one) && Segments.isNode(other)) {
      Spot first = take(one);
      Spot second = take(other);
      attach(first, other);
      attach(second, one);
    } else {
      Map<Bytes, Node> first = takeOneByOne(one);
      Map<Bytes, Node> second = takeOneByOne(other);
      bindAll(first, one, other);
      bindAll(second, other, one);
    }
  }

  private Spot take(Bytes path) {
    Spot spot = tree.find(path);
    if (spot != null) {
      tree.detach(spot, lsn);
    }
    return spot;
  }

  private void attach(Spot spot, Bytes path) {
    if (spot != null) {
      tree.attach(spot, path, lsn);
    }
  }

  // --- names whose folder is no node of its own, such as "/" and "tcp://": one by one ---

  private Spot above(Bytes folder) {
    Bytes above = Segments.above(folder);
    return above == null ? tree.root() : tree.find(above);
  }

  private Map<Bytes, Node> takeOneByOne(Bytes folder) {
    Map<Bytes, Node> taken = new TreeMap<>();
    visitBound(
        folder,
        (path, object) -> {
          taken.put(path, object);
          return true;
        });
    unbind(folder);
    return taken;
  }

  private void bindAll(Map<Bytes, Node> names, Bytes from, Bytes to) {
    names.forEach(
        (path, object) -> bind(to.concat(path.slice(from.length(), path.length())), object));
  }

  // --- what is bound ---

  /** Visits what is bound at or below a path at this moment, in no particular order. */
  void visitBound(Bytes folder, GraphNames.BoundVisitor visitor) {
    if (Segments.isNode(folder)) {
      BoundWalk.walkAt(tree.find(folder), folder, tree, visitor);
    } else {
      BoundWalk.walkBelow(above(folder), Segments.above(folder), tree, visitor);
    }
  }

  private void endBinding(Spot spot) {
    Relationship names = binding(spot);
    if (names != null) {
      names.setProperty(PropertyKey.TO_LSN, lsn);
      spot.binding = Spot.NONE;
    }
  }

  private Relationship binding(Spot spot) {
    if (spot.binding == Spot.UNKNOWN) {
      Relationship found = Bindings.now(tree.node(spot));
      spot.binding = found == null ? Spot.NONE : EntityIds.of(found);
      return found;
    }
    return spot.binding == Spot.NONE ? null : tree.relationship(spot.binding);
  }

  private void beginBinding(Spot spot, Bytes path, Node object) {
    spot.binding = EntityIds.of(createBinding(spot, path, object));
  }

  private Relationship createBinding(Spot spot, Bytes path, Node object) {
    Relationship names = tree.node(spot).createRelationshipTo(object, RelationType.NAMES);
    PathIndex.setPath(names, path);
    names.setProperty(PropertyKey.FROM_LSN, lsn);
    if (order > 0) {
      names.setProperty(PropertyKey.ORDER, order);
    }
    return names;
  }

  /**
   * The record has told a new path of the object, by which it shall be found: that becomes the path
   * of its binding. If the object is not what was bound, a binding that never held tells the path.
   */
  private void suggest(Spot moved, Bytes to, Node object) {
    Relationship names = moved == null ? null : binding(moved);
    if (names != null && EntityIds.end(names) == EntityIds.of(object)) {
      endBinding(moved);
      beginBinding(moved, to, object);
    } else {
      createBinding(tree.root(), to, object).setProperty(PropertyKey.TO_LSN, lsn);
    }
  }
}
