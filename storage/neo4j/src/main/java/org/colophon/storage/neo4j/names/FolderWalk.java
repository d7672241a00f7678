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
import org.neo4j.graphdb.Direction;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Transaction;

/**
 * Visits what is bound below a folder as of an LSN, in order of path bytes. That is not quite the
 * order of a tree: {@code a.c} comes after {@code a} and before {@code a/b}. So a child has two
 * turns among its siblings, as {@code a} for itself and as {@code a/} for what lies below it.
 *
 * <p>Keeps in memory the children of the folders that it is in, and no more.
 */
final class FolderWalk {
  /**
   * @param key the segment, with a slash if what lies below the node has its turn
   */
  private record Turn(Bytes key, Node node, boolean isBelow) {}

  /**
   * @param prefix how much of {@link #path} the paths of all turns begin with
   */
  private record Level(int prefix, Iterator<Turn> turns) {}

  private static final Bytes SLASH = Bytes.of("/");

  private final Transaction transaction;
  private final long asOfLsn;
  private final NameVisitor visitor;
  private final Deque<Level> levels = new ArrayDeque<>();

  /** The path of this moment; one for all levels, since there may be thousands. */
  private byte[] path = new byte[256];

  private int length;

  FolderWalk(Transaction transaction, long asOfLsn, NameVisitor visitor) {
    this.transaction = transaction;
    this.asOfLsn = asOfLsn;
    this.visitor = visitor;
  }

  /** Visits what is bound at a node and below it. */
  void walkAt(Node node, Bytes folder) {
    if (node != null) {
      append(folder);
      visit(node);
      append(SLASH);
      walk(node);
    }
  }

  /**
   * Visits what is bound below a node.
   *
   * @param prefix what the paths below it begin with
   */
  void walkBelow(Node node, Bytes prefix) {
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

  private void enter(Node folder) {
    List<Turn> turns = new ArrayList<>();
    try (ResourceIterable<Relationship> all =
        folder.getRelationships(Direction.OUTGOING, RelationType.BELOW)) {
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
