// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.report;

import java.util.BitSet;
import java.util.List;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.jspecify.annotations.Nullable;

/**
 * The union of two lineages. Matched nodes are one node, with the details of the second lineage.
 *
 * @param lineage the union; LSNs of its edges are of the second lineage if both have the edge.
 * @param nodes the origin of each node of the union.
 * @param onlyInFirst indexes of the edges that only the first lineage has.
 * @param onlyInSecond indexes of the edges that only the second lineage has.
 */
public record LineageMerge(
    Lineage lineage, List<Node> nodes, BitSet onlyInFirst, BitSet onlyInSecond) {
  private static final List<Change> KINDS = List.of(Change.values());

  public LineageMerge {
    nodes = List.copyOf(nodes);
  }

  /** Differences of a node between the lineages. */
  public enum Change {
    SAME,
    CHANGED,
    /** Only in the first lineage. */
    LEFT,
    /** Only in the second lineage. */
    RIGHT
  }

  /**
   * Origin of a node of the union.
   *
   * @param isCause true for a changed node that no other difference influenced
   * @param isUnchecked true if the contents were not compared, because a digest is missing
   * @param left the node of the first lineage
   * @param right the node of the second lineage
   */
  public record Node(
      Change change,
      boolean isCause,
      boolean isUnchecked,
      @Nullable LineageNode left,
      @Nullable LineageNode right) {}

  /** Returns the change of each node, as a number. */
  public int[] changes() {
    return nodes.stream().mapToInt(node -> KINDS.indexOf(node.change())).toArray();
  }
}
