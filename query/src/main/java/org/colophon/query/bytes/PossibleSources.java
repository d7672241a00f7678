// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.bytes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.search.LineageSearch;

/**
 * Finds the objects that may have determined unknown bytes: named objects that the program read
 * before it wrote them, directly, through unnamed streams, or through programs that it came from.
 */
final class PossibleSources implements LineageVisitor {
  private record Node(NodeType type, long id, List<Integer> causes) {}

  private final LineageReader reader;
  private final List<Node> nodes = new ArrayList<>();

  private PossibleSources(LineageReader reader) {
    this.reader = reader;
  }

  /**
   * Sources of a process.
   *
   * @param isCutOff true if the search reached its limit, so that sources may be missing
   */
  record Found(List<Long> objects, boolean isCutOff) {}

  /** Returns the sources of a process as of an LSN. Omits files of the system. */
  static Found of(LineageReader reader, long process, long asOfLsn) {
    if (process == 0) {
      return new Found(List.of(), false);
    }
    PossibleSources sources = new PossibleSources(reader);
    LineageQuery query =
        LineageQuery.builder()
            .root(Root.process(process))
            .asOfLsn(asOfLsn)
            .includeCode(false)
            .includeNames(false)
            .folded(true)
            .build();
    boolean isCutOff = new LineageSearch(reader).run(query, sources).isCutOff();
    return new Found(sources.named(), isCutOff);
  }

  @Override
  public void node(int index, NodeType type, long id, int version, long boundLsn, int depth) {
    nodes.add(new Node(type, id, new ArrayList<>()));
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
    nodes.get(effect).causes.add(cause);
  }

  /** Returns the first named objects on each path from the process. */
  private List<Long> named() {
    Set<Long> found = new LinkedHashSet<>();
    Set<Integer> seen = new HashSet<>();
    ArrayDeque<Integer> open = new ArrayDeque<>();
    if (!nodes.isEmpty()) {
      open.add(0);
    }
    while (!open.isEmpty()) {
      int next = open.remove();
      Node node = nodes.get(next);
      if (!seen.add(next)) {
        continue;
      }
      if (node.type == NodeType.OBJECT && isSource(node)) {
        found.add(node.id);
      } else {
        open.addAll(node.causes);
      }
    }
    return List.copyOf(found);
  }

  private boolean isSource(Node node) {
    return node.causes.isEmpty() || !reader.placesOf(node.id).isEmpty();
  }
}
