// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;

/** The nodes of a lineage that given nodes influenced, with these nodes. */
final class Influence {
  private final Map<Integer, List<Integer>> effects = new HashMap<>();
  private final BitSet reached = new BitSet();

  Influence(Lineage lineage) {
    for (LineageEdge edge : lineage.edges()) {
      effects.computeIfAbsent(edge.cause(), key -> new ArrayList<>()).add(edge.effect());
    }
  }

  /** Adds a node by its index, and all nodes that it influenced. */
  void add(int index) {
    Deque<Integer> pending = new ArrayDeque<>(List.of(index));
    while (!pending.isEmpty()) {
      int next = pending.remove();
      if (!reached.get(next)) {
        reached.set(next);
        pending.addAll(effects.getOrDefault(next, List.of()));
      }
    }
  }

  boolean has(int index) {
    return reached.get(index);
  }
}
