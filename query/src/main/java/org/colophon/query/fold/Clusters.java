// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/** The clusters of a lineage, and the edges between them. */
public final class Clusters {
  private final Lineage lineage;
  private final List<Cluster> all;
  private final int[] places;

  /** Constructs clusters that contain all nodes of a lineage, or some of them. */
  public Clusters(Lineage lineage, List<Cluster> all) {
    this.lineage = lineage;
    this.all = List.copyOf(all);
    this.places = new int[lineage.nodes().size()];
    Arrays.fill(places, -1);
    for (int i = 0; i < all.size(); i++) {
      for (LineageNode node : all.get(i).members()) {
        places[node.index()] = i;
      }
    }
  }

  public Lineage lineage() {
    return lineage;
  }

  public List<Cluster> all() {
    return all;
  }

  /** Returns the index of a node's cluster; -1 if no cluster contains the node. */
  public int of(int node) {
    return places[node];
  }

  /** Returns the joined edges between clusters, one for each kind, ordered by their ends. */
  public List<JoinedEdge> edges() {
    Map<JoinedEdge.Key, JoinedEdge> joined = new TreeMap<>();
    for (LineageEdge edge : lineage.edges()) {
      int from = of(edge.cause());
      int to = of(edge.effect());
      if (from != to) {
        joined.computeIfAbsent(new JoinedEdge.Key(from, to, kind(edge)), JoinedEdge::new).add(edge);
      }
    }
    return new ArrayList<>(joined.values());
  }

  /** Returns the kind of an edge. Fork and exec are the same kind here. */
  static EdgeKind kind(LineageEdge edge) {
    return edge.kind() == EdgeKind.FORK ? EdgeKind.EXEC : edge.kind();
  }
}
