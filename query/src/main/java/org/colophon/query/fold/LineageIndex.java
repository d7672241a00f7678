// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/** A lineage with the edges of each node, and a number for each pattern of nodes. One thread. */
final class LineageIndex {
  private final Lineage lineage;
  private final int[] groups;
  private final List<List<LineageEdge>> edges = new ArrayList<>();
  private final Map<List<Object>, Integer> numbers = new HashMap<>();
  private final Map<AlikePattern, int[]> byNode = new HashMap<>();

  /**
   * Constructs an index.
   *
   * @param groups a number for each node; folds contain only nodes of the same number
   */
  LineageIndex(Lineage lineage, int[] groups) {
    this.lineage = lineage;
    this.groups = groups.clone();
    lineage.nodes().forEach(node -> edges.add(new ArrayList<>()));
    for (LineageEdge edge : lineage.edges()) {
      edges.get(edge.effect()).add(edge);
      if (edge.effect() != edge.cause()) {
        edges.get(edge.cause()).add(edge);
      }
    }
  }

  Lineage lineage() {
    return lineage;
  }

  LineageNode node(int index) {
    return lineage.nodes().get(index);
  }

  /** Returns the number of the nodes with which a node may be folded. */
  int group(LineageNode node) {
    return groups[node.index()];
  }

  boolean isOfOneGroup(List<LineageNode> nodes) {
    return nodes.stream().mapToInt(this::group).distinct().count() <= 1;
  }

  /** Returns the edges from and to a node. */
  List<LineageEdge> edges(int node) {
    return edges.get(node);
  }

  /** Returns a positive number, which nodes of the same executable or name pattern share. */
  int number(int node, AlikePattern pattern) {
    int[] known = byNode.computeIfAbsent(pattern, each -> new int[edges.size()]);
    if (known[node] == 0) {
      List<Object> key = List.of(groups[node], pattern.key(node(node)));
      known[node] = numbers.computeIfAbsent(key, each -> 1 + numbers.size());
    }
    return known[node];
  }
}
