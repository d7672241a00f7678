// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.colophon.storage.neo4j.database.TextValue;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.ResourceIterator;
import org.neo4j.graphdb.Transaction;

/**
 * The current tree of names, for the writer. A move of a directory ends the BELOW relationship
 * above it and begins another to the same node. Names below the directory need no change.
 *
 * <p>Nothing is deleted. Relationships that start and end at one LSN stay, and readers skip them.
 */
final class NameTree {
  private final NodeCache cache = new NodeCache();
  private @Nullable Transaction transaction;
  private @Nullable PositionReader places;
  private @Nullable NameNode root;

  /** Forgets cached nodes after a rollback. */
  void forget() {
    cache.clear();
    root = null;
    transaction = null;
    places = null;
  }

  /** Uses a transaction for all further calls. */
  void use(Transaction current) {
    if (transaction != current) {
      transaction = current;
      places = new PositionReader(current);
    }
  }

  private Transaction transaction() {
    return Objects.requireNonNull(transaction);
  }

  Node node(NameNode nameNode) {
    return EntityIds.knownNode(transaction(), nameNode.node);
  }

  Relationship relationship(long id) {
    return EntityIds.relationship(transaction(), id);
  }

  NameNode root() {
    if (root == null) {
      Node found = findRoot(transaction());
      root =
          NameNode.found(
              EntityIds.of(
                  found != null
                      ? found
                      : transaction().createNode(NodeLabel.NAME, NodeLabel.NAME_ROOT)));
    }
    return root;
  }

  /** Returns the node of a path, or null. */
  @Nullable NameNode find(Bytes path) {
    NameNode nameNode = root();
    for (Bytes segment : Segments.of(path)) {
      nameNode = nameNode == null ? null : child(nameNode, segment);
    }
    return nameNode;
  }

  private @Nullable NameNode child(NameNode parent, Bytes segment) {
    TreePosition place = new TreePosition(parent.node, segment);
    NameNode known = cache.get(place);
    if (known != null || parent.isComplete) {
      return known;
    }
    Edge edge = Objects.requireNonNull(places).now(place);
    return edge == null ? null : found(edge, parent, place);
  }

  private NameNode found(Edge edge, NameNode parent, TreePosition place) {
    NameNode nameNode = NameNode.found(edge.child());
    enter(nameNode, edge.id(), parent, place);
    return nameNode;
  }

  private void enter(NameNode nameNode, long edge, NameNode parent, TreePosition place) {
    nameNode.edge = edge;
    nameNode.parent = parent;
    nameNode.place = place;
    cache.put(nameNode, parent, place);
  }

  /** Returns the node of a path; creates missing ones. */
  NameNode make(Bytes path, long lsn) {
    return make(Segments.of(path), lsn);
  }

  private NameNode make(List<Bytes> segments, long lsn) {
    NameNode nameNode = root();
    for (Bytes segment : segments) {
      NameNode child = child(nameNode, segment);
      if (child == null) {
        child = NameNode.fresh(EntityIds.of(transaction().createNode(NodeLabel.NAME)));
        attach(child, nameNode, segment, lsn);
      }
      nameNode = child;
    }
    return nameNode;
  }

  /** Attaches a detached node, with all below it, at a free path. */
  void attach(NameNode nameNode, Bytes path, long lsn) {
    List<Bytes> segments = Segments.of(path);
    int last = segments.size() - 1;
    attach(nameNode, make(segments.subList(0, last), lsn), segments.get(last), lsn);
  }

  private void attach(NameNode nameNode, NameNode parent, Bytes segment, long lsn) {
    TreePosition place = new TreePosition(parent.node, segment);
    Relationship below = node(parent).createRelationshipTo(node(nameNode), RelationType.BELOW);
    setSegment(below, segment);
    below.setProperty(PropertyKey.FROM_LSN, lsn);
    below.setProperty(PropertyKey.PLACE, place.hash());
    below.setProperty(PropertyKey.UNTIL, Lsn.OPEN);
    enter(nameNode, EntityIds.of(below), parent, place);
  }

  /** Sets the segment. An empty one, which begins an absolute path, is stored for queries. */
  private static void setSegment(Relationship below, Bytes segment) {
    if (segment.isEmpty()) {
      below.setProperty(PropertyKey.SEGMENT, "");
    } else {
      TextValue.add(below, PropertyKey.SEGMENT, segment);
    }
  }

  /** Detaches a node, with all below it. */
  void detach(NameNode nameNode, long lsn) {
    Relationship below = relationship(nameNode.edge);
    below.setProperty(PropertyKey.UNTIL, lsn);
    below.setProperty(PropertyKey.TO_LSN, lsn);
    cache.remove(Objects.requireNonNull(nameNode.place));
  }

  /** Returns the children of a node, each with a lookup; for rare cases. */
  List<NameNode> children(NameNode parent) {
    List<NameNode> children = new ArrayList<>();
    try (ResourceIterable<Relationship> all =
        node(parent).getRelationships(Direction.OUTGOING, RelationType.BELOW)) {
      for (Relationship below : all) {
        if (!below.hasProperty(PropertyKey.TO_LSN)) {
          Bytes segment = TextValue.get(below, PropertyKey.SEGMENT);
          children.add(Objects.requireNonNull(child(parent, segment)));
        }
      }
    }
    return children;
  }

  /**
   * Recently used nodes by position, so lookups do not start at the root. Takes at most about 40
   * MB.
   */
  private static final class NodeCache {
    private static final int CAPACITY = 100_000;

    /** Maximum length of a segment in file systems. Longer segments would make the cache large. */
    private static final int MAX_SEGMENT = 255;

    private final Map<TreePosition, NameNode> nameNodes = new LinkedHashMap<>(1024, 0.75f, true);

    @Nullable NameNode get(TreePosition place) {
      return nameNodes.get(place);
    }

    void put(NameNode nameNode, NameNode parent, TreePosition place) {
      if (place.segment().length() > MAX_SEGMENT) {
        parent.isComplete = false;
        return;
      }
      nameNodes.put(place, nameNode);
      if (nameNodes.size() > CAPACITY) {
        NameNode oldest = nameNodes.values().iterator().next();
        Objects.requireNonNull(oldest.parent).isComplete = false;
        nameNodes.remove(oldest.place);
      }
    }

    void remove(TreePosition place) {
      nameNodes.remove(place);
    }

    void clear() {
      nameNodes.clear();
    }
  }

  /** Returns the root node, or null before the first name. */
  static @Nullable Node findRoot(Transaction transaction) {
    try (ResourceIterator<Node> found = transaction.findNodes(NodeLabel.NAME_ROOT)) {
      return found.hasNext() ? found.next() : null;
    }
  }
}
