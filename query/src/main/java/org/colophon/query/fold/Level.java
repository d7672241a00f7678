// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/** Clusters that are folded together, with the links of each. */
final class Level {
  /**
   * All edges of the same kind to another cluster.
   *
   * @param other index of a cluster of the level; for a node elsewhere, -1 minus its index
   */
  record Link(EdgeKind kind, boolean isToCause, int other) {
    boolean isInside() {
      return other >= 0;
    }

    /** Returns the index of the node elsewhere. */
    int node() {
      return -1 - other;
    }
  }

  private final LineageIndex index;
  private final List<Cluster> all;
  private final List<Set<Link>> links = new ArrayList<>();

  Level(LineageIndex index, List<Cluster> all) {
    this.index = index;
    this.all = all;
    Map<Integer, Integer> places = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      for (LineageNode member : all.get(i).members()) {
        places.put(member.index(), i);
      }
    }
    for (int i = 0; i < all.size(); i++) {
      links.add(links(i, places));
    }
  }

  private Set<Link> links(int place, Map<Integer, Integer> places) {
    Set<Link> found = new LinkedHashSet<>();
    for (LineageNode member : all.get(place).members()) {
      for (LineageEdge edge : index.edges(member.index())) {
        boolean isToCause = edge.effect() == member.index();
        int node = isToCause ? edge.cause() : edge.effect();
        int other = places.getOrDefault(node, -1 - node);
        if (other != place) {
          found.add(new Link(Clusters.kind(edge), isToCause, other));
        }
      }
    }
    return found;
  }

  LineageIndex index() {
    return index;
  }

  List<Cluster> all() {
    return all;
  }

  Cluster get(int place) {
    return all.get(place);
  }

  Set<Link> links(int place) {
    return links.get(place);
  }

  /** Returns whether a cluster is an object that may be folded with others. */
  boolean isFoldableObject(int place) {
    Cluster cluster = all.get(place);
    return !cluster.leader().isProcess() && !cluster.isRoot() && cluster.more() == 0;
  }
}
