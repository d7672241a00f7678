package org.colophon.storage.neo4j.names;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Transaction;

/**
 * Answers about names within one transaction. A binding holds while its NAMES relationship and
 * every BELOW relationship from the root down to it do.
 */
final class NameReader {
  private static final Comparator<NameBinding> IN_ORDER =
      Comparator.comparingLong(NameBinding::fromLsn).thenComparing(NameBinding::path);

  /** A node at a path from one LSN to another. */
  private record Stay(long node, long fromLsn, long toLsn) {}

  private final Transaction transaction;
  private final PlaceReader places;
  private final Node root;

  NameReader(Transaction transaction) {
    this.transaction = transaction;
    this.places = new PlaceReader(transaction);
    this.root = NameRoot.find(transaction);
  }

  static long object(Relationship names) {
    return (long) names.getEndNode().getProperty(PropertyKey.ID);
  }

  long resolve(Bytes path, long asOfLsn) {
    Node node = node(path, asOfLsn);
    Relationship names = node == null ? null : Bindings.asOf(node, asOfLsn);
    return names == null ? 0 : object(names);
  }

  /** The node at a path as of an LSN, or null. */
  private Node node(Bytes path, long asOfLsn) {
    if (root == null) {
      return null;
    }
    long node = EntityIds.of(root);
    for (Bytes segment : Segments.of(path)) {
      Edge edge = places.asOf(new Place(node, segment), asOfLsn);
      if (edge == null) {
        return null;
      }
      node = edge.child();
    }
    return EntityIds.node(transaction, node);
  }

  List<NameBinding> bindingsOf(Bytes path) {
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
        Place place = new Place(stay.node, segment);
        for (Edge edge : places.between(place, stay.fromLsn, stay.toLsn)) {
          long from = Math.max(stay.fromLsn, edge.fromLsn());
          below.add(new Stay(edge.child(), from, Math.min(stay.toLsn, edge.toLsn())));
        }
      }
      stays = below;
    }
    return stays;
  }

  /** Adds a binding for the time that it has in common with its path, if there is any. */
  private static void add(
      List<NameBinding> found, Bytes path, Relationship names, long fromLsn, long toLsn) {
    long from = Math.max(fromLsn, Bindings.from(names));
    long to = Math.min(toLsn, Bindings.to(names));
    if (from < to) {
      found.add(new NameBinding(path, object(names), from, to));
    }
  }

  List<NameBinding> namesOf(Node object) {
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

  void under(Bytes directory, long asOfLsn, NameVisitor visitor) {
    int end = directory.length() - 1;
    boolean isSlashed = end > 0 && directory.at(end) == '/';
    Bytes folder = isSlashed ? directory.slice(0, end) : directory;
    if (Segments.isNode(folder)) {
      new FolderWalk(transaction, asOfLsn, visitor).walkAt(node(folder, asOfLsn), folder);
    } else {
      Bytes above = Segments.above(folder);
      Node node = above == null ? root : node(above, asOfLsn);
      new FolderWalk(transaction, asOfLsn, visitor).walkBelow(node, folder);
    }
  }
}
