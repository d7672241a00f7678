// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.fold.Cluster;
import org.colophon.query.fold.Clusters;
import org.colophon.query.fold.Expansion;
import org.colophon.query.fold.FoldKind;
import org.colophon.query.fold.JoinedEdge;
import org.colophon.query.layout.Box;
import org.colophon.query.layout.Layout;
import org.colophon.query.layout.Link;
import org.colophon.query.layout.Window;
import org.colophon.query.naming.MainDirectory;
import org.colophon.query.report.LineageMerge;
import org.jspecify.annotations.Nullable;

/**
 * A folded lineage with the position of each node. The same lineage and request always result in
 * the same view.
 */
public final class GraphView {
  private final Clusters clusters;
  private final @Nullable LineageMerge merge;
  private final String directory;
  private final List<JoinedEdge> edges;
  private final List<String> labels;
  private final List<Box> boxes;
  private final Layout layout;

  private GraphView(Clusters clusters, @Nullable LineageMerge merge, Window window) {
    this.clusters = clusters;
    this.merge = merge;
    this.directory = directory(clusters.lineage());
    this.edges = clusters.edges();
    this.labels = clusters.all().stream().map(each -> ClusterText.label(each, directory)).toList();
    this.boxes = boxes();
    List<Link> links = new ArrayList<>();
    edges.forEach(edge -> links.add(new Link(edge.from(), edge.to(), edge.firstLsn())));
    this.layout = Layout.within(window, boxes, links);
  }

  /** Returns the directory of most files, or an empty text. */
  static String directory(Lineage lineage) {
    Stream<LineageNode> objects = lineage.nodes().stream().filter(node -> !node.isProcess());
    return MainDirectory.of(objects.map(LineageNode::name).toList()).display();
  }

  /**
   * Folds and lays out a lineage. Names are relative to the directory of most of its files.
   *
   * @throws ColophonException NOT_FOUND if an end of the path is missing, or no chain connects the
   *     ends
   */
  public static GraphView of(Lineage lineage, GraphRequest request) {
    return new GraphView(fold(lineage, request), null, request.window());
  }

  /** Folds and lays out the union of two lineages. Folds contain only nodes of the same change. */
  public static GraphView of(LineageMerge merge, GraphRequest request) {
    Clusters clusters = Expansion.of(merge.lineage(), merge.changes(), request.expanded());
    return new GraphView(clusters, merge, request.window());
  }

  /** Returns the folded lineage, or the part of it on a path. */
  static Clusters fold(Lineage lineage, GraphRequest request) {
    Clusters all = Expansion.of(lineage, request.expanded());
    if (request.path().isEmpty()) {
      return all;
    }
    String one = request.path().get(0);
    String other = request.path().get(1);
    Lineage part = TimedPaths.between(lineage, members(all, one), members(all, other));
    if (part.isEmpty()) {
      throw ErrorCode.NOT_FOUND.exception(
          "no chain that respects time joins " + one + " and " + other + " here");
    }
    return Expansion.of(part, request.expanded());
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
      Cluster cluster = clusters.all().get(i);
      boolean hasButton = cluster.isFold() || cluster.openedFold() != null;
      result.add(Box.card(labels.get(i), hasButton, begins[i]));
    }
    return result;
  }

  /** Returns the origins of the nodes; null if the view has only one lineage. */
  @Nullable LineageMerge merge() {
    return merge;
  }

  Clusters clusters() {
    return clusters;
  }

  List<JoinedEdge> edges() {
    return edges;
  }

  /** Returns the directory of relative names; empty if all are absolute. */
  String directory() {
    return directory;
  }

  String label(int node) {
    return labels.get(node);
  }

  /** Returns the text with absolute names. */
  String title(int node) {
    return ClusterText.title(clusters.all().get(node), "");
  }

  Box box(int node) {
    return boxes.get(node);
  }

  Layout layout() {
    return layout;
  }
}
