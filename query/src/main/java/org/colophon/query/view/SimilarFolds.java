// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.LineageNode;

/** Folds objects of the same kind and directory whose edges connect them to the same neighbours. */
final class SimilarFolds {
  /** Minimum number of files in a fold. */
  private static final int MIN_FILES = 3;

  private SimilarFolds() {}

  static Clusters fold(Clusters clusters, Set<String> expanded) {
    List<Set<String>> neighbours = new ArrayList<>();
    clusters.all().forEach(each -> neighbours.add(new TreeSet<>()));
    for (JoinedEdge edge : clusters.edges()) {
      neighbours.get(edge.from()).add(edge.word() + " to " + edge.to());
      neighbours.get(edge.to()).add(edge.word() + " from " + edge.from());
    }
    Map<Object, List<Cluster>> alike = new LinkedHashMap<>();
    for (int i = 0; i < neighbours.size(); i++) {
      Cluster cluster = clusters.all().get(i);
      LineageNode node = cluster.leader();
      boolean mayFold = !node.isProcess() && !cluster.isRoot() && cluster.more() == 0;
      Object key = mayFold ? List.of(directory(node), kind(node), neighbours.get(i)) : i;
      alike.computeIfAbsent(key, each -> new ArrayList<>()).add(cluster);
    }
    List<Cluster> folded = new ArrayList<>();
    alike.values().forEach(each -> folded.addAll(fold(each, expanded)));
    return new Clusters(clusters.lineage(), folded);
  }

  private static List<Cluster> fold(List<Cluster> alike, Set<String> expanded) {
    if (alike.size() < MIN_FILES) {
      return alike;
    }
    Cluster fold = Cluster.fold(FoldKind.FILES, alike);
    return expanded.contains(fold.id())
        ? alike.stream().map(each -> each.openedBy(fold.id())).toList()
        : List.of(fold);
  }

  private static Bytes directory(LineageNode node) {
    return node.name().slice(0, Math.max(0, node.name().lastIndexOf('/')));
  }

  private static Object kind(LineageNode node) {
    return node.object() == null ? "" : node.object().declaration().kind();
  }
}
