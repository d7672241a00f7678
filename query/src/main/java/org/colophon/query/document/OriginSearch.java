// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.colophon.query.api.LineageEdge;

/**
 * Finds the nodes that may have influenced a node, in a collected graph. A cause counts only if it
 * acted before its effect was last used. One thread.
 */
final class OriginSearch {
  private final Map<Integer, List<LineageEdge>> byEffect = new HashMap<>();
  private final int nodes;

  /** A node, and the latest LSN at which it still influenced the start. */
  private record Bound(int node, long lsn) {}

  OriginSearch(int nodes, List<LineageEdge> edges) {
    this.nodes = nodes;
    edges.forEach(
        each -> byEffect.computeIfAbsent(each.effect(), x -> new ArrayList<>()).add(each));
  }

  /** Returns for each node whether it is an origin. A node is an origin of itself. */
  boolean[] originsOf(int start) {
    long[] bounds = new long[nodes];
    boolean[] isDone = new boolean[nodes];
    Arrays.fill(bounds, -1);
    PriorityQueue<Bound> waiting =
        new PriorityQueue<>(Comparator.comparingLong(Bound::lsn).reversed());
    waiting.add(new Bound(start, Long.MAX_VALUE));
    while (!waiting.isEmpty()) {
      Bound next = waiting.remove();
      if (isDone[next.node()]) {
        continue;
      }
      isDone[next.node()] = true;
      for (LineageEdge each : byEffect.getOrDefault(next.node(), List.of())) {
        long bound = Math.min(next.lsn(), each.lastLsn());
        if (each.firstLsn() <= next.lsn() && bound > bounds[each.cause()]) {
          bounds[each.cause()] = bound;
          waiting.add(new Bound(each.cause(), bound));
        }
      }
    }
    return isDone;
  }
}
