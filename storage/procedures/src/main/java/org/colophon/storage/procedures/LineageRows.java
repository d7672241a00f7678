package org.colophon.storage.procedures;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.storage.neo4j.cypher.OpenGraph;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;

/**
 * Keeps the nodes of a lineage as numbers, each with the first edge that reached it. Rows are
 * created on demand, so a statement with ten rows looks up ten nodes.
 */
final class LineageRows implements LineageVisitor {
  private static final int WIDTH = 7;
  private static final int IS_OBJECT = 0;
  private static final int ID = 1;
  private static final int BOUND = 2;
  private static final int DEPTH = 3;

  /** The node at the other end of the edge that reached this one, -1 if it is a root. */
  private static final int NEAR = 4;

  private static final int KIND = 5;
  private static final int FIRST = 6;

  private final OpenGraph graph;
  private final Relations relations;
  private final boolean isAncestors;
  private long[] cells = new long[WIDTH * 32];
  private int nodes;

  LineageRows(OpenGraph graph, Direction direction) {
    this.graph = graph;
    this.relations = new Relations(graph);
    this.isAncestors = direction == Direction.ANCESTORS;
  }

  @Override
  public void node(int index, NodeType type, long id, int version, long boundLsn, int depth) {
    graph.requireRunning();
    int row = index * WIDTH;
    if (row == cells.length) {
      cells = Arrays.copyOf(cells, 2 * row);
    }
    cells[row + IS_OBJECT] = type == NodeType.OBJECT ? 1 : 0;
    cells[row + ID] = id;
    cells[row + BOUND] = boundLsn;
    cells[row + DEPTH] = depth;
    cells[row + NEAR] = -1;
    nodes = index + 1;
  }

  @Override
  public void extended(int index, long boundLsn) {
    cells[index * WIDTH + BOUND] = boundLsn;
  }

  /** Keeps the edge that reached the newest node; it follows that node. */
  @Override
  public void edge(
      int effect,
      int cause,
      EdgeKind kind,
      long firstLsn,
      long lastLsn,
      long count,
      long bytes,
      long firstNanos,
      long lastNanos) {
    int far = isAncestors ? cause : effect;
    int near = isAncestors ? effect : cause;
    int row = far * WIDTH;
    if (far == nodes - 1 && near != far && cells[row + NEAR] < 0) {
      cells[row + NEAR] = near;
      cells[row + KIND] = kind.code();
      cells[row + FIRST] = firstLsn;
    }
  }

  Stream<LineageRow> stream() {
    return IntStream.range(0, nodes).mapToObj(index -> row(index * WIDTH));
  }

  private LineageRow row(int row) {
    long id = cells[row + ID];
    Node node = cells[row + IS_OBJECT] != 0 ? graph.object(id) : graph.process(id);
    return new LineageRow(node, relationship(row), cells[row + DEPTH], cells[row + BOUND]);
  }

  private Relationship relationship(int row) {
    long near = cells[row + NEAR];
    if (near < 0) {
      return null;
    }
    long nearId = cells[(int) near * WIDTH + ID];
    long farId = cells[row + ID];
    return relations.find(
        EdgeKind.of((int) cells[row + KIND]),
        isAncestors ? nearId : farId,
        isAncestors ? farId : nearId,
        cells[row + FIRST]);
  }
}
