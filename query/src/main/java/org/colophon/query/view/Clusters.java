// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

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
final class Clusters {
  private final Lineage lineage;
  private final List<Cluster> all;
  private final int[] places;

  Clusters(Lineage lineage, List<Cluster> all) {
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

  Lineage lineage() {
    return lineage;
  }

  List<Cluster> all() {
    return all;
  }

  /** Returns the index of a node's cluster. */
  int of(int node) {
    return places[node];
  }

  /** Returns the joined edges between clusters, one for each kind, ordered by their ends. */
  List<JoinedEdge> edges() {
    Map<JoinedEdge.Key, JoinedEdge> joined = new TreeMap<>();
    for (LineageEdge edge : lineage.edges()) {
      int from = of(edge.cause());
      int to = of(edge.effect());
      if (from != to) {
        boolean isStart = edge.kind() == EdgeKind.FORK || edge.kind() == EdgeKind.EXEC;
        EdgeKind kind = isStart ? EdgeKind.EXEC : edge.kind();
        joined.computeIfAbsent(new JoinedEdge.Key(from, to, kind), JoinedEdge::new).add(edge);
      }
    }
    return new ArrayList<>(joined.values());
  }
}
