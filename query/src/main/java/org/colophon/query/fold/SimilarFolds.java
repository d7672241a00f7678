// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.query.api.LineageNode;

/**
 * Folds objects of the same kind whose edges connect them to the same neighbours: first those of
 * the same directory, then those whose names or directories are alike.
 */
final class SimilarFolds {
  /** Minimum number of objects in a fold. */
  static final int MIN_FILES = 3;

  private SimilarFolds() {}

  static List<Cluster> fold(Level level, AlikePattern pattern) {
    Map<Object, List<Cluster>> alike = new LinkedHashMap<>();
    Map<Object, List<Cluster>> groups = new LinkedHashMap<>();
    for (int i = 0; i < level.all().size(); i++) {
      LineageNode node = level.get(i).leader();
      int group = level.index().group(node);
      Object key =
          level.isFoldableObject(i)
              ? List.of(directory(node), AlikePattern.kind(node), level.links(i), group)
              : i;
      groups.computeIfAbsent(key, each -> new ArrayList<>()).add(level.get(i));
    }
    groups.forEach(
        (key, group) -> {
          for (Cluster each : joined(FoldKind.FILES, group)) {
            boolean mayJoin = key instanceof List<?>;
            Object name =
                each.isFold()
                    ? AlikePattern.replaced(directory(each.leader()).toString())
                    : level.index().number(each.leader().index(), pattern);
            Object kind = AlikePattern.kind(each.leader());
            Object place = mayJoin ? List.of(name, kind, ((List<?>) key).subList(2, 4)) : key;
            alike.computeIfAbsent(place, any -> new ArrayList<>()).add(each);
          }
        });
    List<Cluster> folded = new ArrayList<>();
    alike.values().forEach(each -> folded.addAll(joined(FoldKind.ALIKE, each)));
    return folded;
  }

  /** Returns a fold of several clusters; the same clusters if they are few. */
  private static List<Cluster> joined(FoldKind kind, List<Cluster> group) {
    return group.size() < MIN_FILES ? group : List.of(Cluster.fold(kind, group));
  }

  static Bytes directory(LineageNode node) {
    return node.name().slice(0, Math.max(0, node.name().lastIndexOf('/')));
  }
}
