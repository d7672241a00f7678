// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Folds the middle of chains. A chain consists of nodes with only one cause and one effect. */
final class ChainFolds {
  /** Number of nodes at each end of a chain that are not folded. */
  private static final int KEPT = 1;

  /** Minimum number of nodes in a fold. */
  private static final int MIN_LINKS = 3;

  private static final int NONE = Integer.MIN_VALUE;
  private static final int SEVERAL = NONE + 1;

  private final Level level;
  private final int[] causes;
  private final int[] effects;
  private final BitSet done = new BitSet();
  private final List<Cluster> folded = new ArrayList<>();

  private ChainFolds(Level level) {
    this.level = level;
    this.causes = new int[level.all().size()];
    this.effects = new int[causes.length];
    Arrays.fill(causes, NONE);
    Arrays.fill(effects, NONE);
    for (int i = 0; i < causes.length; i++) {
      for (Level.Link link : level.links(i)) {
        addNeighbour(link.isToCause() ? causes : effects, i, link.other());
      }
    }
  }

  private static void addNeighbour(int[] neighbours, int place, int other) {
    boolean isSame = neighbours[place] == NONE || neighbours[place] == other;
    neighbours[place] = isSame ? other : SEVERAL;
  }

  static List<Cluster> fold(Level level) {
    ChainFolds folds = new ChainFolds(level);
    for (int i = 0; i < folds.causes.length; i++) {
      if (folds.isLink(i) && !folds.isSameChain(folds.causes[i], i)) {
        folds.add(folds.chainFrom(i));
      }
    }
    for (int i = 0; i < folds.causes.length; i++) {
      if (!folds.done.get(i)) {
        folds.folded.add(level.get(i));
      }
    }
    return folds.folded;
  }

  private boolean isLink(int place) {
    if (place < 0) {
      return false; // outside of the level
    }
    Cluster cluster = level.get(place);
    boolean isBetween = causes[place] > SEVERAL && effects[place] > SEVERAL;
    return isBetween && causes[place] != effects[place] && !cluster.isRoot() && cluster.more() == 0;
  }

  private List<Integer> chainFrom(int first) {
    List<Integer> chain = new ArrayList<>();
    chain.add(first);
    int place = effects[first];
    while (isSameChain(place, first)) {
      chain.add(place);
      place = effects[place];
    }
    return chain;
  }

  private boolean isSameChain(int place, int other) {
    return isLink(place)
        && level.index().group(level.get(place).leader())
            == level.index().group(level.get(other).leader());
  }

  private void add(List<Integer> chain) {
    if (chain.size() < MIN_LINKS + 2 * KEPT) {
      return;
    }
    List<Cluster> middle = new ArrayList<>();
    for (int place : chain.subList(KEPT, chain.size() - KEPT)) {
      middle.add(level.get(place));
      done.set(place);
    }
    folded.add(Cluster.fold(FoldKind.CHAIN, middle));
  }
}
