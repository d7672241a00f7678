// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** Folds the middle of chains. A chain consists of nodes with only one cause and one effect. */
final class ChainFolds {
  /** Number of nodes at each end of a chain that are not folded. */
  private static final int KEPT = 1;

  /** Minimum number of nodes in a fold. */
  private static final int MIN_LINKS = 3;

  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final Clusters clusters;
  private final Set<String> expanded;
  private final int[] causes;
  private final int[] effects;
  private final BitSet done = new BitSet();
  private final List<Cluster> folded = new ArrayList<>();

  private ChainFolds(Clusters clusters, Set<String> expanded) {
    this.clusters = clusters;
    this.expanded = expanded;
    this.causes = new int[clusters.all().size()];
    this.effects = new int[causes.length];
    Arrays.fill(causes, NONE);
    Arrays.fill(effects, NONE);
    for (JoinedEdge edge : clusters.edges()) {
      addNeighbour(causes, edge.to(), edge.from());
      addNeighbour(effects, edge.from(), edge.to());
    }
  }

  private static void addNeighbour(int[] neighbours, int place, int other) {
    boolean isSame = neighbours[place] == NONE || neighbours[place] == other;
    neighbours[place] = isSame ? other : SEVERAL;
  }

  static Clusters fold(Clusters clusters, Set<String> expanded) {
    ChainFolds folds = new ChainFolds(clusters, expanded);
    for (int i = 0; i < folds.causes.length; i++) {
      if (folds.isLink(i) && !folds.isLink(folds.causes[i])) {
        folds.add(folds.chainFrom(i));
      }
    }
    for (int i = 0; i < folds.causes.length; i++) {
      if (!folds.done.get(i)) {
        folds.folded.add(clusters.all().get(i));
      }
    }
    return new Clusters(clusters.lineage(), folds.folded);
  }

  private boolean isLink(int place) {
    Cluster cluster = clusters.all().get(place);
    boolean isBetween = causes[place] >= 0 && effects[place] >= 0;
    return isBetween && causes[place] != effects[place] && !cluster.isRoot() && cluster.more() == 0;
  }

  private List<Integer> chainFrom(int first) {
    List<Integer> chain = new ArrayList<>();
    int place = first;
    while (isLink(place)) {
      chain.add(place);
      place = effects[place];
    }
    return chain;
  }

  private void add(List<Integer> chain) {
    if (chain.size() < MIN_LINKS + 2 * KEPT) {
      return;
    }
    List<Cluster> middle = new ArrayList<>();
    for (int place : chain.subList(KEPT, chain.size() - KEPT)) {
      middle.add(clusters.all().get(place));
      done.set(place);
    }
    Cluster fold = Cluster.fold(FoldKind.CHAIN, middle);
    if (expanded.contains(fold.id())) {
      middle.forEach(each -> folded.add(each.openedBy(fold.id())));
    } else {
      folded.add(fold);
    }
  }
}
