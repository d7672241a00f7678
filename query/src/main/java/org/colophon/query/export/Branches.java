// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/**
 * Groups the edges of a lineage by the end that is nearer to the root. Parallel edges to the same
 * node form one branch.
 */
final class Branches {
  private static final Set<EdgeKind> STARTS = EnumSet.of(EdgeKind.FORK, EdgeKind.EXEC);

  private final Lineage lineage;
  private final boolean isAncestors;
  private final List<Map<Integer, SortedMap<EdgeKind, Boolean>>> byNode = new ArrayList<>();

  Branches(Lineage lineage) {
    this.lineage = lineage;
    this.isAncestors = lineage.query().direction() == Direction.ANCESTORS;
    lineage.nodes().forEach(node -> byNode.add(new LinkedHashMap<>()));
    for (LineageEdge edge : lineage.edges()) {
      int near = isAncestors ? edge.effect() : edge.cause();
      int far = isAncestors ? edge.cause() : edge.effect();
      if (near != far) {
        byNode
            .get(near)
            .computeIfAbsent(far, key -> new TreeMap<>())
            .merge(edge.kind(), edge.isAttempted(), (one, other) -> one && other);
      }
    }
  }

  List<Branch> of(LineageNode node) {
    List<Branch> branches = new ArrayList<>();
    byNode
        .get(node.index())
        .forEach(
            (far, kinds) ->
                branches.add(
                    new Branch(
                        node.isAbsent() || node(far).isAbsent() ? lookup() : words(kinds),
                        node(far),
                        STARTS.containsAll(kinds.keySet()))));
    return branches;
  }

  private LineageNode node(int index) {
    return lineage.nodes().get(index);
  }

  /** Returns the words for a lookup of an absent file. */
  private String lookup() {
    return isAncestors ? "looked for" : "looked for by";
  }

  private String words(SortedMap<EdgeKind, Boolean> kinds) {
    return kinds.entrySet().stream()
        .map(each -> each.getKey().label(each.getValue(), lineage.query().direction()))
        .collect(Collectors.joining(", "));
  }

  /**
   * A branch from a node to a node farther from the root.
   *
   * @param isStart true if the edge only records that one process started the other
   */
  record Branch(String words, LineageNode node, boolean isStart) {}
}
