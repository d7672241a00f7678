// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.naming.AttemptedWrites;
import org.colophon.query.naming.Describer;
import org.colophon.query.search.GapFinder;
import org.colophon.query.search.LineageSearch;
import org.colophon.query.text.DisplayText;

/** Collects the nodes and edges that a search finds, then reads the details of each node. */
final class Collector implements LineageVisitor {
  /** Approximate memory of a node with its description, and of an edge, also while it is found. */
  private static final int NODE_BYTES = 512;

  private static final int EDGE_BYTES = 128;

  private final LineageReader reader;
  private final LineageQuery query;
  private final Describer describer;
  private final AttemptedWrites attempts;
  private final Changes changes;
  private final List<Found> found = new ArrayList<>();
  private final List<LineageEdge> edges = new ArrayList<>();
  private long leftBytes;

  /** Constructs a collector that refuses a lineage that needs more than half of the heap. */
  Collector(LineageReader reader, LineageQuery query) {
    this(reader, query, Runtime.getRuntime().maxMemory() / 2);
  }

  Collector(LineageReader reader, LineageQuery query, long maxBytes) {
    this.leftBytes = maxBytes;
    this.reader = reader;
    this.query = query;
    long limit = Math.min(query.asOfLsn(), reader.visibleLsn());
    this.describer = new Describer(reader, limit, query.includeDigests(), query.direction());
    this.attempts = new AttemptedWrites(reader, limit);
    this.changes = new Changes(reader, limit, describer);
  }

  Lineage collect(LineageSearch search) {
    LineageSummary summary = search.run(query, this);
    summary = summary.withGaps(GapFinder.ofWhole(reader, query, summary));
    int[] more = search.leftOut();
    int[] shown = displayIndexes();
    List<LineageNode> nodes = new ArrayList<>(found.size());
    for (int i = 0; i < found.size(); i++) {
      Found node = found.get(i);
      if (shown[i] >= 0) {
        nodes.add(
            describer.describe(
                shown[i],
                node.type,
                node.id,
                node.version,
                search.boundOf(i),
                search.depthOf(i),
                more[i]));
      }
    }
    if (nodes.size() < found.size()) {
      renumber(shown);
      summary = summary.of(nodes.size(), edges.size());
    }
    edges.replaceAll(
        edge -> attempts.mark(edge, nodes.get(edge.effect()), nodes.get(edge.cause())));
    return Selection.of(
        new Lineage(
            query,
            nodes,
            edges,
            summary,
            query.includeChanges() ? changes.of(nodes, edges) : List.of()));
  }

  /** Returns the displayed index of each node; -1 for a hidden node. */
  private int[] displayIndexes() {
    PlaceholderNodes standIns = new PlaceholderNodes(reader, query.direction());
    BitSet left = standIns.among(edges);
    left.stream().filter(i -> !standIns.isEmpty(found.get(i).id)).forEach(left::clear);
    int[] indexes = new int[found.size()];
    int next = 0;
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = left.get(i) ? -1 : next++;
    }
    return indexes;
  }

  private void renumber(int[] indexes) {
    edges.removeIf(edge -> indexes[edge.effect()] < 0 || indexes[edge.cause()] < 0);
    edges.replaceAll(edge -> edge.between(indexes[edge.effect()], indexes[edge.cause()]));
  }

  private void take(int bytes) {
    leftBytes -= bytes;
    if (leftBytes < 0) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "the answer does not fit into the memory of this process: %s with %s take half of it. Give --limit %d, or more memory (COLOPHON_HEAP=2g for a service, COLOPHON_JAVA_OPTS=-Xmx4g for other commands)"
              .formatted(
                  DisplayText.count(found.size(), "node"),
                  DisplayText.count(edges.size(), "edge"),
                  Math.max(1, found.size() / 4 * 3)));
    }
  }

  @Override
  public void node(int index, NodeType type, long id, int version, long boundLsn, int depth) {
    take(NODE_BYTES);
    found.add(new Found(type, id, version));
  }

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
    take(EDGE_BYTES);
    edges.add(
        new LineageEdge(
            effect, cause, kind, firstLsn, lastLsn, count, bytes, firstNanos, lastNanos, false));
  }

  private record Found(NodeType type, long id, int version) {}
}
