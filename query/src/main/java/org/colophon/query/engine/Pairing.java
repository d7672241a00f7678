// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.colophon.query.api.LineageNode;
import org.colophon.query.report.LineageDiff.Pair;
import org.jspecify.annotations.Nullable;

/** Pairs the nodes of two lists, one kind of evidence after another. */
final class Pairing {
  private final List<LineageNode> first;
  private final List<LineageNode> second;
  private final Set<LineageNode> rest = Collections.newSetFromMap(new IdentityHashMap<>());

  Pairing(Collection<LineageNode> first, List<LineageNode> second) {
    this.first = new ArrayList<>(first);
    this.second = second;
    rest.addAll(second);
  }

  /** Pairs nodes with equal keys, in the order of the lists. Nodes without a key remain. */
  List<Pair> match(
      Function<LineageNode, ? extends @Nullable Object> one,
      Function<LineageNode, ? extends @Nullable Object> other) {
    Map<Object, Deque<LineageNode>> byKey = new HashMap<>();
    for (LineageNode node : onlyInSecond()) {
      Object key = other.apply(node);
      if (key != null) {
        byKey.computeIfAbsent(key, each -> new ArrayDeque<>()).add(node);
      }
    }
    List<Pair> found = new ArrayList<>();
    first.removeIf(
        node -> {
          Object key = one.apply(node);
          Deque<LineageNode> candidates = key == null ? null : byKey.get(key);
          if (candidates == null || candidates.isEmpty()) {
            return false;
          }
          LineageNode partner = candidates.remove();
          rest.remove(partner);
          found.add(new Pair(node, partner));
          return true;
        });
    return found;
  }

  /** Returns the unpaired nodes of the first list. */
  List<LineageNode> onlyInFirst() {
    return first;
  }

  /** Returns the unpaired nodes of the second list. */
  List<LineageNode> onlyInSecond() {
    return second.stream().filter(rest::contains).toList();
  }
}
