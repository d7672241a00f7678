// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.Lineage;
import org.colophon.query.layout.Box;
import org.colophon.query.layout.Layout;
import org.colophon.query.layout.Link;

/**
 * A folded lineage with the position of each node. The same lineage and request always result in
 * the same view.
 */
public final class GraphView {
  private final Clusters clusters;
  private final String directory;
  private final List<JoinedEdge> edges;
  private final List<String> labels;
  private final List<Box> boxes;
  private final Layout layout;

  private GraphView(Clusters clusters, String directory) {
    this.clusters = clusters;
    this.directory = directory;
    this.edges = clusters.edges();
    this.labels = clusters.all().stream().map(each -> ClusterText.label(each, directory)).toList();
    this.boxes = boxes();
    List<Link> links = new ArrayList<>();
    edges.forEach(edge -> links.add(new Link(edge.from(), edge.to(), edge.firstLsn())));
    this.layout = Layout.of(boxes, links);
  }

  /**
   * Folds and lays out a lineage.
   *
   * @param directory base of relative paths; empty to show absolute paths
   * @throws ColophonException NOT_FOUND if an end of the path is missing, or no chain connects the
   *     ends
   */
  public static GraphView of(Lineage lineage, GraphRequest request, String directory) {
    Clusters all = fold(lineage, request.expanded());
    if (request.path().isEmpty()) {
      return new GraphView(all, directory);
    }
    String one = request.path().get(0);
    String other = request.path().get(1);
    Lineage part = TimedPaths.between(lineage, members(all, one), members(all, other));
    if (part.isEmpty()) {
      throw ErrorCode.NOT_FOUND.exception(
          "no chain that respects time joins " + one + " and " + other + " here");
    }
    return new GraphView(fold(part, request.expanded()), directory);
  }

  private static Clusters fold(Lineage lineage, Set<String> expanded) {
    Clusters processes = ProcessFolds.fold(lineage, expanded);
    return ChainFolds.fold(SimilarFolds.fold(processes, expanded), expanded);
  }

  /** Returns the members of the cluster with an id, or the node with that id inside any cluster. */
  private static BitSet members(Clusters clusters, String id) {
    BitSet found = new BitSet();
    for (Cluster cluster : clusters.all()) {
      boolean isMeant = cluster.id().equals(id);
      cluster.members().stream()
          .filter(node -> isMeant || FoldKind.nodeId(node).equals(id))
          .forEach(node -> found.set(node.index()));
    }
    if (found.isEmpty()) {
      throw ErrorCode.NOT_FOUND.exception(
          Bytes.of(id).display() + " is not in this graph; give two ids of the target's graph");
    }
    return found;
  }

  private List<Box> boxes() {
    long[] begins = new long[labels.size()];
    Arrays.fill(begins, Lsn.LATEST);
    for (JoinedEdge edge : edges) {
      begins[edge.from()] = Math.min(begins[edge.from()], edge.firstLsn());
      begins[edge.to()] = Math.min(begins[edge.to()], edge.firstLsn());
    }
    List<Box> result = new ArrayList<>();
    for (int i = 0; i < begins.length; i++) {
      result.add(Box.of(labels.get(i), begins[i]));
    }
    return result;
  }

  Clusters clusters() {
    return clusters;
  }

  List<JoinedEdge> edges() {
    return edges;
  }

  String label(int node) {
    return labels.get(node);
  }

  String title(int node) {
    return ClusterText.title(clusters.all().get(node), directory);
  }

  Box box(int node) {
    return boxes.get(node);
  }

  Layout layout() {
    return layout;
  }
}
