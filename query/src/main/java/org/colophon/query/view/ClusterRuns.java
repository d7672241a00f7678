// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.fold.Cluster;
import org.colophon.query.fold.Clusters;
import org.jspecify.annotations.Nullable;

/** The runs to which clusters of processes belong, each known by its first process in a lineage. */
final class ClusterRuns {
  private static final int NONE = -1;

  private final Lineage lineage;
  private final int[] parents;
  private final List<LineageNode> roots;

  ClusterRuns(Clusters clusters) {
    this.lineage = clusters.lineage();
    this.parents = new int[lineage.nodes().size()];
    Arrays.fill(parents, NONE);
    for (LineageEdge edge : lineage.edges()) {
      boolean isStart = edge.kind() == EdgeKind.FORK || edge.kind() == EdgeKind.EXEC;
      boolean isEarlier = lineage.cause(edge).id() < lineage.effect(edge).id();
      if (isStart && isEarlier) { // so that damaged histories have no cycle
        parents[edge.effect()] = edge.cause();
      }
    }
    Set<LineageNode> found = new LinkedHashSet<>();
    for (Cluster each : clusters.all()) {
      LineageNode root = rootOf(each);
      if (root != null) {
        found.add(root);
      }
    }
    this.roots = found.size() < 2 ? List.of() : List.copyOf(found);
  }

  /** Returns the first processes of all runs; empty if there is only one run. */
  List<LineageNode> roots() {
    return roots;
  }

  /**
   * Returns the first process of a cluster's run; null for objects, and for parts of several runs.
   */
  @Nullable LineageNode rootOf(Cluster cluster) {
    LineageNode common = null;
    for (LineageNode member : cluster.members()) {
      if (member.isProcess()) {
        LineageNode root = lineage.nodes().get(root(member.index()));
        if (common != null && !common.equals(root)) {
          return null;
        }
        common = root;
      }
    }
    return common;
  }

  private int root(int node) {
    int root = node;
    while (parents[root] != NONE) {
      root = parents[root];
    }
    return root;
  }
}
