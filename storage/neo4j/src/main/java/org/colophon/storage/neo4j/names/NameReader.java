// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Transaction;

/**
 * Reads names within one transaction. A binding holds while its NAMES relationship and all BELOW
 * relationships from the root to it do.
 */
public final class NameReader {
  private static final Comparator<NameBinding> IN_ORDER =
      Comparator.comparingLong(NameBinding::fromLsn).thenComparing(NameBinding::path);

  /** A node at a path from one LSN to another. */
  private record Stay(long node, long fromLsn, long toLsn) {
    /** Returns the stay of a child while this node and the edge hold; it may be empty. */
    Stay below(Edge edge) {
      return new Stay(
          edge.child(), Math.max(fromLsn, edge.fromLsn()), Math.min(toLsn, edge.toLsn()));
    }
  }

  /**
   * @param path the path of the stay's node; null for the root
   */
  private record PathStay(@Nullable Bytes path, Stay stay) {}

  private final Transaction transaction;
  private final PositionReader places;
  private final @Nullable Node root;

  public NameReader(Transaction transaction) {
    this.transaction = transaction;
    this.places = new PositionReader(transaction);
    this.root = NameTree.findRoot(transaction);
  }

  static long object(Relationship names) {
    return (long) names.getEndNode().getProperty(PropertyKey.ID);
  }

  public long resolve(Bytes path, long asOfLsn) {
    Node node = node(path, asOfLsn);
    Relationship names = node == null ? null : Bindings.asOf(node, asOfLsn);
    return names == null ? 0 : object(names);
  }

  /** Returns the node at a path as of an LSN, or null. */
  private @Nullable Node node(Bytes path, long asOfLsn) {
    if (root == null) {
      return null;
    }
    long node = EntityIds.of(root);
    for (Bytes segment : Segments.of(path)) {
      Edge edge = places.asOf(new TreePosition(node, segment), asOfLsn);
      if (edge == null) {
        return null;
      }
      node = edge.child();
    }
    return EntityIds.node(transaction, node);
  }

  public List<NameBinding> bindingsOf(Bytes path) {
    List<NameBinding> found = new ArrayList<>();
    for (Stay stay : staysAt(path)) {
      for (Relationship names : Bindings.all(EntityIds.node(transaction, stay.node))) {
        add(found, path, names, stay.fromLsn, stay.toLsn);
      }
    }
    found.sort(IN_ORDER);
    return found;
  }

  private List<Stay> staysAt(Bytes path) {
    List<Stay> stays = stayOfRoot();
    for (Bytes segment : Segments.of(path)) {
      List<Stay> below = new ArrayList<>();
      for (Stay stay : stays) {
        TreePosition place = new TreePosition(stay.node, segment);
        for (Edge edge : places.between(place, stay.fromLsn, stay.toLsn)) {
          below.add(stay.below(edge));
        }
      }
      stays = below;
    }
    return stays;
  }

  /** Adds a binding for the LSNs at which both the binding and its path hold, if any. */
  private static void add(
      List<NameBinding> found, @Nullable Bytes path, Relationship names, long fromLsn, long toLsn) {
    long from = Math.max(fromLsn, Bindings.from(names));
    long to = Math.min(toLsn, Bindings.to(names));
    if (from < to) {
      found.add(new NameBinding(Objects.requireNonNull(path), object(names), from, to));
    }
  }

  /** Returns the names of the object of a node. */
  public List<NameBinding> namesOf(Node object) {
    List<NameBinding> found = new ArrayList<>();
    PathFinder paths = new PathFinder(transaction, root == null ? -1 : EntityIds.of(root));
    for (Relationship names : Bindings.of(object)) {
      paths.visit(
          EntityIds.start(names),
          Bindings.from(names),
          Bindings.to(names),
          (path, from, to) -> add(found, path, names, from, to));
    }
    found.sort(IN_ORDER);
    return found;
  }

  /** Same as {@link org.colophon.core.spi.storage.LineageReader#pathsFrom}. */
  public void pathsFrom(Bytes prefix, int limit, NameVisitor visitor) {
    PathIndex.visit(transaction, prefix, limit, visitor);
  }

  /** Same as {@link org.colophon.core.spi.storage.LineageReader#pathsEverUnder}. */
  public SortedSet<Bytes> pathsEverUnder(Bytes slashed) {
    Bytes directory = NamePaths.withoutSlash(slashed);
    SortedSet<Bytes> paths = new TreeSet<>();
    Deque<PathStay> next = new ArrayDeque<>();
    if (Segments.isNode(directory)) {
      staysAt(directory).forEach(stay -> next.push(new PathStay(directory, stay)));
    } else {
      Bytes above = Segments.above(directory);
      List<Stay> stays = above == null ? stayOfRoot() : staysAt(above);
      stays.forEach(stay -> next.push(new PathStay(above, stay)));
    }
    while (!next.isEmpty()) {
      PathStay each = next.pop();
      Node node = EntityIds.node(transaction, each.stay.node);
      List<NameBinding> bindings = new ArrayList<>();
      for (Relationship names : Bindings.all(node)) {
        add(bindings, each.path, names, each.stay.fromLsn, each.stay.toLsn);
      }
      if (!bindings.isEmpty() && each.path != null && each.path.isAtOrBelow(directory)) {
        paths.add(each.path);
      }
      pushBelow(each, node, next);
    }
    return paths;
  }

  private static void pushBelow(PathStay top, Node node, Deque<PathStay> next) {
    try (ResourceIterable<Relationship> all =
        node.getRelationships(Direction.OUTGOING, RelationType.BELOW)) {
      for (Relationship below : all) {
        Edge edge = Edge.of(below);
        Stay stay = top.stay.below(edge);
        if (stay.fromLsn < stay.toLsn) {
          next.push(new PathStay(Segments.join(top.path, edge.segment()), stay));
        }
      }
    }
  }

  private List<Stay> stayOfRoot() {
    return root == null ? List.of() : List.of(new Stay(EntityIds.of(root), Lsn.NONE, Lsn.OPEN));
  }

  /** Same as {@link org.colophon.core.spi.storage.LineageReader#under}. */
  public void under(Bytes slashed, long asOfLsn, NameVisitor visitor) {
    Bytes directory = NamePaths.withoutSlash(slashed);
    if (Segments.isNode(directory)) {
      new DirectoryWalk(transaction, asOfLsn, visitor).walkAt(node(directory, asOfLsn), directory);
    } else {
      Bytes above = Segments.above(directory);
      Node node = above == null ? root : node(above, asOfLsn);
      new DirectoryWalk(transaction, asOfLsn, visitor).walkBelow(node, directory);
    }
  }
}
