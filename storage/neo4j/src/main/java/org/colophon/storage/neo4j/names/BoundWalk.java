// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.colophon.core.model.Bytes;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.colophon.storage.neo4j.database.TextValue;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;

/** Visits the current bindings of a subtree, level by level. */
final class BoundWalk {
  /** A node whose children are to be visited; path null for the root. */
  private record Level(Node node, @Nullable Bytes path) {}

  private final Deque<Level> levels = new ArrayDeque<>();
  private final NameWriter.BoundVisitor visitor;
  private boolean hasEnded;

  private BoundWalk(NameWriter.BoundVisitor visitor) {
    this.visitor = visitor;
  }

  /**
   * Visits the bindings below a node.
   *
   * @param top null for none
   * @param path the path of the node; null for the root
   * @param isIncluded whether to visit the node itself first
   */
  static void walk(
      @Nullable Node top,
      @Nullable Bytes path,
      boolean isIncluded,
      NameWriter.BoundVisitor visitor) {
    BoundWalk walk = new BoundWalk(visitor);
    if (top != null && isIncluded) {
      walk.visit(top, path);
    } else if (top != null) {
      walk.levels.add(new Level(top, path));
    }
    walk.run();
  }

  private void run() {
    while (!hasEnded && !levels.isEmpty()) {
      visitChildren(levels.remove());
    }
  }

  private void visitChildren(Level level) {
    try (ResourceIterable<Relationship> all =
        level.node.getRelationships(Direction.OUTGOING, RelationType.BELOW)) {
      for (Relationship below : all) {
        if (hasEnded) {
          return;
        }
        if (!below.hasProperty(PropertyKey.TO_LSN)) {
          Bytes segment = TextValue.get(below, PropertyKey.SEGMENT);
          visit(below.getEndNode(), Segments.join(level.path, segment));
        }
      }
    }
  }

  private void visit(Node name, @Nullable Bytes path) {
    Relationship names = Bindings.now(name);
    hasEnded = names != null && !visitor.bound(Objects.requireNonNull(path), names.getEndNode());
    levels.add(new Level(name, path));
  }
}
