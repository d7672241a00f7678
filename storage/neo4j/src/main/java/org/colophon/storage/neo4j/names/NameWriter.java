// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.model.Bytes;
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/**
 * Writes the tree of names, in LSN order within the writer's transactions. {@link NameReader} reads
 * it. One thread.
 */
public final class NameWriter {
  /** Receives the object of a path. */
  @FunctionalInterface
  public interface BoundVisitor {
    /** Returns false to end the visit. */
    boolean bound(Bytes path, Node object);
  }

  private final NameTree tree = new NameTree();
  private long lsn;
  private long order;

  /** Forgets cached nodes after a rollback. */
  public void forget() {
    tree.forget();
    lsn = 0;
  }

  /** Starts to write a record of an LSN. */
  public NameWriter at(Transaction transaction, long recordLsn) {
    tree.use(transaction);
    order = recordLsn == lsn ? order + 1 : 0;
    lsn = recordLsn;
    return this;
  }

  /** Starts a query. */
  public NameWriter in(Transaction transaction) {
    tree.use(transaction);
    return this;
  }

  /** Binds a path to an object, and ends its earlier binding. */
  public void bind(Bytes path, Node object) {
    NameNode nameNode = tree.make(path, lsn);
    endBinding(nameNode);
    beginBinding(nameNode, path, object);
  }

  /** Ends the bindings of a path and of all paths below it. */
  public void unbind(Bytes path) {
    if (Segments.isNode(path)) {
      remove(tree.find(path));
    } else {
      NameNode above = above(path);
      if (above != null) {
        tree.children(above).forEach(this::remove);
      }
    }
  }

  /** Ends the binding of a node and detaches the node, which ends all bindings below it. */
  private void remove(@Nullable NameNode nameNode) {
    if (nameNode != null) {
      endBinding(nameNode);
      tree.detach(nameNode, lsn);
    }
  }

  /**
   * Moves a path and all paths below it; ends the bindings at the destination.
   *
   * @param object the moved object if the record contains it, else null
   */
  public void rename(Bytes from, Bytes to, @Nullable Node object) {
    if (from.equals(to)) {
      return;
    }
    NameNode moved = null;
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

  /**
   * Exchanges two paths and all paths below them. Ignores an exchange of a path with a path below
   * it.
   */
  public void exchange(Bytes one, Bytes other) {
    if (one.isAtOrBelow(other) || other.isAtOrBelow(one)) {
      return;
    }
    if (Segments.isNode(one) && Segments.isNode(other)) {
      NameNode first = take(one);
      NameNode second = take(other);
      attach(first, other);
      attach(second, one);
    } else {
      Map<Bytes, Node> first = takeOneByOne(one);
      Map<Bytes, Node> second = takeOneByOne(other);
      bindAll(first, one, other);
      bindAll(second, other, one);
    }
  }

  private @Nullable NameNode take(Bytes path) {
    NameNode nameNode = tree.find(path);
    if (nameNode != null) {
      tree.detach(nameNode, lsn);
    }
    return nameNode;
  }

  private void attach(@Nullable NameNode nameNode, Bytes path) {
    if (nameNode != null) {
      tree.attach(nameNode, path, lsn);
    }
  }

  // --- directories without a node of their own, such as "/" and "tcp://": name by name ---

  private @Nullable NameNode above(Bytes directory) {
    Bytes above = Segments.above(directory);
    return above == null ? tree.root() : tree.find(above);
  }

  private Map<Bytes, Node> takeOneByOne(Bytes directory) {
    Map<Bytes, Node> taken = new TreeMap<>();
    visitBound(
        directory,
        (path, object) -> {
          taken.put(path, object);
          return true;
        });
    unbind(directory);
    return taken;
  }

  private void bindAll(Map<Bytes, Node> names, Bytes from, Bytes to) {
    names.forEach((path, object) -> bind(NamePaths.move(path, from, to), object));
  }

  // --- bindings ---

  /**
   * Visits the current bindings at or below a path, including changes of this transaction, the
   * nearest first.
   */
  public void visitBound(Bytes directory, BoundVisitor visitor) {
    boolean isNode = Segments.isNode(directory);
    NameNode top = isNode ? tree.find(directory) : above(directory);
    Bytes path = isNode ? directory : Segments.above(directory);
    BoundWalk.walk(top == null ? null : tree.node(top), path, isNode, visitor);
  }

  private void endBinding(NameNode nameNode) {
    Relationship names = binding(nameNode);
    if (names != null) {
      names.setProperty(PropertyKey.TO_LSN, lsn);
      nameNode.binding = NameNode.NONE;
    }
  }

  private @Nullable Relationship binding(NameNode nameNode) {
    if (nameNode.binding == NameNode.UNKNOWN) {
      Relationship found = Bindings.now(tree.node(nameNode));
      nameNode.binding = found == null ? NameNode.NONE : EntityIds.of(found);
      return found;
    }
    return nameNode.binding == NameNode.NONE ? null : tree.relationship(nameNode.binding);
  }

  private void beginBinding(NameNode nameNode, Bytes path, Node object) {
    nameNode.binding = EntityIds.of(createBinding(nameNode, path, object));
  }

  private Relationship createBinding(NameNode nameNode, Bytes path, Node object) {
    Relationship names = tree.node(nameNode).createRelationshipTo(object, RelationType.NAMES);
    PathIndex.setPath(names, path);
    names.setProperty(PropertyKey.FROM_LSN, lsn);
    if (order > 0) {
      names.setProperty(PropertyKey.ORDER, order);
    }
    return names;
  }

  /**
   * Makes an object findable by the path to which a record moved it. If another object is bound
   * there, adds a binding that ends at once.
   */
  private void suggest(@Nullable NameNode moved, Bytes to, Node object) {
    Relationship names = moved == null ? null : binding(moved);
    if (moved != null && names != null && EntityIds.end(names) == EntityIds.of(object)) {
      endBinding(moved);
      beginBinding(moved, to, object);
    } else {
      createBinding(tree.root(), to, object).setProperty(PropertyKey.TO_LSN, lsn);
    }
  }
}
