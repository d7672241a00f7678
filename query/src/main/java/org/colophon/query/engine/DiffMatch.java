// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.query.api.LineageNode;
import org.colophon.query.report.LineageDiff.Pair;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects that two lineages have in common. The evidence, from the strongest: the same
 * name, the same name relative to the compared directories, the same file under another name, the
 * same content, and the same role between the same programs, as temporary files have.
 */
final class DiffMatch {
  private final DiffSide second;
  private final List<LineageNode> restOfFirst;
  private final Set<LineageNode> restOfSecond = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Pair> pairs = new ArrayList<>();
  private final Set<Pair> unlike = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Pair> temporary = new ArrayList<>();

  /**
   * Matches the objects.
   *
   * @param digests returns the digest of a node's version; null if unknown
   */
  DiffMatch(DiffSide first, DiffSide second, Function<LineageNode, @Nullable FileDigest> digests) {
    this.second = second;
    this.restOfFirst = new ArrayList<>(first.objects());
    this.restOfSecond.addAll(second.objects());
    match(DiffSide::nameOf, DiffSide::nameOf);
    unlike.addAll(
        match(node -> key(first.relative(node.name())), node -> key(second.relative(node.name()))));
    match(LineageNode::id, LineageNode::id);
    match(digests, digests);
    Map<Integer, String> roles = first.roles();
    Map<Integer, String> others = second.roles();
    temporary.addAll(match(node -> roles.get(node.index()), node -> others.get(node.index())));
    unlike.addAll(temporary);
  }

  private static @Nullable Object key(Bytes relative) {
    return relative.isEmpty() ? null : relative;
  }

  /** Pairs objects with equal keys, in the order of their LSNs. Objects without a key remain. */
  private List<Pair> match(
      Function<LineageNode, ? extends @Nullable Object> one,
      Function<LineageNode, ? extends @Nullable Object> other) {
    Map<Object, Deque<LineageNode>> byKey = new HashMap<>();
    second.lineage().nodes().stream()
        .filter(restOfSecond::contains)
        .forEach(
            node -> {
              Object key = other.apply(node);
              if (key != null) {
                byKey.computeIfAbsent(key, each -> new ArrayDeque<>()).add(node);
              }
            });
    List<Pair> found = new ArrayList<>();
    restOfFirst.removeIf(
        node -> {
          Object key = one.apply(node);
          Deque<LineageNode> candidates = key == null ? null : byKey.get(key);
          if (candidates == null || candidates.isEmpty()) {
            return false;
          }
          LineageNode partner = candidates.remove();
          restOfSecond.remove(partner);
          found.add(new Pair(node, partner));
          return true;
        });
    pairs.addAll(found);
    return found;
  }

  List<Pair> pairs() {
    return pairs;
  }

  /** Returns whether a pair consists of two files that need not be alike, unless digests say so. */
  boolean isOfTwoFiles(Pair pair) {
    return unlike.contains(pair);
  }

  /** Returns the pairs that were found by their role. */
  List<Pair> temporary() {
    return temporary;
  }

  List<LineageNode> onlyInFirst() {
    return restOfFirst;
  }

  List<LineageNode> onlyInSecond() {
    return second.lineage().nodes().stream().filter(restOfSecond::contains).toList();
  }
}
