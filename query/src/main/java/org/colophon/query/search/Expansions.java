// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.search;

import java.util.Arrays;

/**
 * Bounds and numbers of steps with which the nodes of a search were expanded. Most nodes are
 * expanded once. For a node that is expanded again, all expansions are in a chain, the newest
 * first.
 */
final class Expansions {
  static final int NONE = -1;

  private static final int BOUND = 0;
  private static final int STEPS = 1;
  private static final int EARLIER = 2;
  private static final int WIDTH = 3;

  private final Rows chains = new Rows(WIDTH, 16);

  /**
   * Best bound of each node. The next two arrays have its fewest steps and the newest expansion of
   * its chain.
   */
  private long[] best = new long[64];

  private int[] fewest = new int[64];
  private int[] newest = new int[64];
  private Expander expander;

  Expansions(Expander way) {
    expander = way;
  }

  void reset(Expander way) {
    expander = way;
    chains.clear();
  }

  void first(int node, long bound, int steps) {
    if (node == best.length) {
      best = Arrays.copyOf(best, 2 * node);
      fewest = Arrays.copyOf(fewest, 2 * node);
      newest = Arrays.copyOf(newest, 2 * node);
    }
    best[node] = bound;
    fewest[node] = steps;
    newest[node] = NONE;
  }

  int again(int node, long bound, int steps) {
    if (newest[node] == NONE) {
      newest[node] = add(best[node], fewest[node], NONE);
    }
    newest[node] = add(bound, steps, newest[node]);
    best[node] = isAsGood(bound, best[node]) ? bound : best[node];
    fewest[node] = Math.min(steps, fewest[node]);
    return newest[node];
  }

  private int add(long bound, int steps, int earlier) {
    int at = chains.add();
    chains.set(at + BOUND, bound);
    chains.set(at + STEPS, steps);
    chains.set(at + EARLIER, earlier);
    return at;
  }

  /**
   * Returns whether an earlier expansion has a bound that is at least as good, regardless of its
   * steps.
   */
  boolean isKnown(int node, long bound) {
    return isAsGood(best[node], bound);
  }

  /**
   * Returns whether an earlier expansion has a bound that is at least as good, and at most as many
   * steps.
   */
  boolean isKnown(int node, long bound, int steps) {
    if (newest[node] == NONE) {
      return isAsGood(best[node], bound) && fewest[node] <= steps;
    }
    for (int at = newest[node]; at != NONE; at = earlier(at)) {
      if (isAsGood(bound(at), bound) && steps(at) <= steps) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a bound is at least as good as another, so that it reaches all edges that the
   * other reaches.
   */
  boolean isAsGood(long bound, long other) {
    return expander.priority(bound) <= expander.priority(other);
  }

  long best(int node) {
    return best[node];
  }

  int fewest(int node) {
    return fewest[node];
  }

  // --- a chain ---

  long bound(int at) {
    return chains.get(at + BOUND);
  }

  int steps(int at) {
    return (int) chains.get(at + STEPS);
  }

  int earlier(int at) {
    return (int) chains.get(at + EARLIER);
  }

  int memory() {
    return best.length + fewest.length + chains.memory();
  }
}
