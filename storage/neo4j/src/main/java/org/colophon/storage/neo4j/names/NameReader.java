package org.colophon.storage.neo4j.names;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.storage.common.NamePaths;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/**
 * Reads names within one transaction. A binding holds while its NAMES relationship and all BELOW
 * relationships from the root to it do.
 */
public final class NameReader {
  private static final Comparator<NameBinding> IN_ORDER =
      Comparator.comparingLong(NameBinding::fromLsn).thenComparing(NameBinding::path);

  /** A node at a path from one LSN to another. */
  private record Stay(long node, long fromLsn, long toLsn) {}

  private final Transaction transaction;
  private final PositionReader places;
  private final Node root;

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
  private Node node(Bytes path, long asOfLsn) {
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
    List<Stay> stays = new ArrayList<>();
    if (root != null) {
      stays.add(new Stay(EntityIds.of(root), Lsn.NONE, Lsn.OPEN));
    }
    for (Bytes segment : Segments.of(path)) {
      List<Stay> below = new ArrayList<>();
      for (Stay stay : stays) {
        TreePosition place = new TreePosition(stay.node, segment);
        for (Edge edge : places.between(place, stay.fromLsn, stay.toLsn)) {
          long from = Math.max(stay.fromLsn, edge.fromLsn());
          below.add(new Stay(edge.child(), from, Math.min(stay.toLsn, edge.toLsn())));
        }
      }
      stays = below;
    }
    return stays;
  }

  /** Adds a binding for the LSNs at which both the binding and its path hold, if any. */
  private static void add(
      List<NameBinding> found, Bytes path, Relationship names, long fromLsn, long toLsn) {
    long from = Math.max(fromLsn, Bindings.from(names));
    long to = Math.min(toLsn, Bindings.to(names));
    if (from < to) {
      found.add(new NameBinding(path, object(names), from, to));
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
