// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.visitor.NameVisitor;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.RelationType;
import org.jspecify.annotations.Nullable;
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Transaction;

/**
 * Visits the bindings below a directory as of an LSN in order of path bytes. {@code a.c} follows
 * {@code a} and precedes {@code a/b}, so a child has two turns among its siblings: as {@code a} for
 * itself, and as {@code a/} for the names below it.
 *
 * <p>Keeps only the children of the directories on the current path in memory.
 */
final class DirectoryWalk {
  /**
   * @param key the segment; ends with a slash if the turn is for the names below the node
   */
  private record Turn(Bytes key, Node node, boolean isBelow) {}

  /**
   * @param prefix the length of the common beginning of the paths of all turns
   */
  private record Level(int prefix, Iterator<Turn> turns) {}

  private static final Bytes SLASH = Bytes.of("/");

  private final Transaction transaction;
  private final long asOfLsn;
  private final NameVisitor visitor;
  private final Deque<Level> levels = new ArrayDeque<>();

  /** The current path. All levels share it, since there may be thousands. */
  private byte[] path = new byte[256];

  private int length;

  DirectoryWalk(Transaction transaction, long asOfLsn, NameVisitor visitor) {
    this.transaction = transaction;
    this.asOfLsn = asOfLsn;
    this.visitor = visitor;
  }

  /** Visits the bindings at a node and below it. */
  void walkAt(@Nullable Node node, Bytes directory) {
    if (node != null) {
      append(directory);
      visit(node);
      append(SLASH);
      walk(node);
    }
  }

  /**
   * Visits the bindings below a node.
   *
   * @param prefix the beginning of the paths below the node
   */
  void walkBelow(@Nullable Node node, Bytes prefix) {
    if (node != null) {
      append(prefix);
      walk(node);
    }
  }

  private void append(Bytes part) {
    int end = length + part.length();
    if (end > path.length) {
      path = Arrays.copyOf(path, Math.max(end, 2 * path.length));
    }
    part.copyTo(path, length);
    length = end;
  }

  private void walk(Node top) {
    enter(top);
    while (!levels.isEmpty()) {
      Level level = levels.peek();
      if (level.turns.hasNext()) {
        length = level.prefix;
        take(level.turns.next());
      } else {
        levels.pop();
      }
    }
  }

  private void take(Turn turn) {
    append(turn.key);
    if (turn.isBelow) {
      enter(turn.node);
    } else {
      visit(turn.node);
    }
  }

  private void visit(Node node) {
    Relationship names = Bindings.asOf(node, asOfLsn);
    if (names != null) {
      visitor.name(Bytes.copyOf(path, 0, length), NameReader.object(names));
    }
  }

  private void enter(Node directory) {
    List<Turn> turns = new ArrayList<>();
    try (ResourceIterable<Relationship> all =
        directory.getRelationships(Direction.OUTGOING, RelationType.BELOW)) {
      for (Relationship below : all) {
        Edge edge = Edge.of(below);
        if (edge.holdsAt(asOfLsn)) {
          addTurns(edge, turns);
        }
      }
    }
    if (!turns.isEmpty()) {
      turns.sort((one, other) -> one.key.compareTo(other.key));
      levels.push(new Level(length, turns.iterator()));
    }
  }

  private void addTurns(Edge edge, List<Turn> turns) {
    Node child = EntityIds.node(transaction, edge.child());
    turns.add(new Turn(edge.segment(), child, false));
    if (child.hasRelationship(Direction.OUTGOING, RelationType.BELOW)) {
      turns.add(new Turn(edge.segment().concat(SLASH), child, true));
    }
  }
}
