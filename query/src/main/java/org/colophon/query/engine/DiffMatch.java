// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
  private final Pairing pairing;
  private final List<Pair> pairs = new ArrayList<>();
  private final Set<Pair> unlike = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Pair> temporary = new ArrayList<>();

  /**
   * Matches the objects.
   *
   * @param digests returns the digest of a node's version; null if unknown
   */
  DiffMatch(DiffSide first, DiffSide second, Function<LineageNode, @Nullable FileDigest> digests) {
    Collection<LineageNode> others = second.objects();
    this.pairing =
        new Pairing(
            first.objects(),
            second.lineage().nodes().stream().filter(identity(others)::contains).toList());
    match(DiffSide::nameOf, DiffSide::nameOf);
    unlike.addAll(
        match(node -> key(first.relative(node.name())), node -> key(second.relative(node.name()))));
    match(LineageNode::id, LineageNode::id);
    match(digests, digests);
    Map<Integer, String> roles = first.roles();
    Map<Integer, String> otherRoles = second.roles();
    temporary.addAll(match(node -> roles.get(node.index()), node -> otherRoles.get(node.index())));
    unlike.addAll(temporary);
  }

  private static @Nullable Object key(Bytes relative) {
    return relative.isEmpty() ? null : relative;
  }

  private static Set<LineageNode> identity(Collection<LineageNode> nodes) {
    Set<LineageNode> same = Collections.newSetFromMap(new IdentityHashMap<>());
    same.addAll(nodes);
    return same;
  }

  private List<Pair> match(
      Function<LineageNode, ? extends @Nullable Object> one,
      Function<LineageNode, ? extends @Nullable Object> other) {
    List<Pair> found = pairing.match(one, other);
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
    return pairing.onlyInFirst();
  }

  List<LineageNode> onlyInSecond() {
    return pairing.onlyInSecond();
  }
}
