// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.jspecify.annotations.Nullable;

/**
 * Expands folds one after another. Each step replaces one fold by its parts, which are folded
 * further until they are few, and splits the folds of objects around it by their new neighbours. A
 * step thus adds at most {@link #MAX_NEW} clusters. One thread.
 */
public final class Expansion {
  /** Maximum number of clusters that a step adds. */
  public static final int MAX_NEW = 60;

  /** Maximum number of parts that an expanded fold shows. The rest of a step is for splits. */
  private static final int MAX_PARTS = 40;

  private final LineageIndex index;
  private final ProcessFolds processes;
  private final Map<String, Cluster> visible = new LinkedHashMap<>();
  private final Cluster[] places;

  private Expansion(Lineage lineage, int[] groups) {
    this.index = new LineageIndex(lineage, groups);
    this.processes = new ProcessFolds(index);
    this.places = new Cluster[lineage.nodes().size()];
    folded(processes.top(), AlikePattern.NAME).forEach(this::show);
  }

  /**
   * Folds a lineage.
   *
   * @param expanded ids of the folds to expand, and of the parts to show beside the rest of their
   *     fold, in the order of the steps. Ids of clusters that are not visible have no effect.
   */
  public static Clusters of(Lineage lineage, List<String> expanded) {
    return of(lineage, new int[lineage.nodes().size()], expanded);
  }

  /**
   * Folds a lineage whose nodes belong to groups.
   *
   * @param groups the number of each node's group; folds contain only nodes of the same group.
   */
  public static Clusters of(Lineage lineage, int[] groups, List<String> expanded) {
    Expansion expansion = new Expansion(lineage, groups);
    Set<String> pending = new LinkedHashSet<>(expanded);
    Map<String, LineageNode> leaders = expansion.leaders(pending);
    while (pending.removeIf(id -> expansion.expand(id, leaders.get(id)))) {
      // another pass, since an expanded fold may have revealed others
    }
    List<Cluster> all = new ArrayList<>(expansion.visible.values());
    all.sort(Comparator.comparingInt(each -> each.leader().index()));
    return new Clusters(lineage, all);
  }

  /** Returns the leaders of those ids that may mean a part of a fold. */
  private Map<String, LineageNode> leaders(Set<String> ids) {
    Map<String, LineageNode> found = new LinkedHashMap<>();
    for (LineageNode node : ids.isEmpty() ? List.<LineageNode>of() : index.lineage().nodes()) {
      String id = FoldKind.COPY.id(node);
      if (ids.contains(id)) {
        found.put(id, node);
      }
    }
    return found;
  }

  private void show(Cluster cluster) {
    visible.put(cluster.id(), cluster);
    cluster.members().forEach(node -> places[node.index()] = cluster);
  }

  /** Expands a fold, or shows a part beside the rest of its fold. Returns false if it cannot. */
  private boolean expand(String id, @Nullable LineageNode leader) {
    Cluster fold = visible.get(id);
    if (fold != null && fold.kind() != null) {
      visible.remove(id);
      reveal(fold, parts(fold, fold.kind()), id);
      return true;
    }
    Cluster around = leader == null ? null : places[leader.index()];
    if (leader == null || around == null || !around.isOfEquals()) {
      return false;
    }
    for (Cluster part : around.parts()) {
      if (part.leader().index() == leader.index()) {
        visible.remove(around.id());
        List<Cluster> rest =
            around.parts().stream()
                .filter(each -> each.leader().index() != leader.index())
                .toList();
        replaceByRest(around, rest).forEach(this::show);
        reveal(part, part.kind() == FoldKind.COPY ? rest(part.parts()) : List.of(part), id);
        return true;
      }
    }
    return false;
  }

  /** Returns what remains visible of a fold if it loses parts. */
  private static List<Cluster> replaceByRest(Cluster fold, List<Cluster> rest) {
    boolean isFew = rest.size() < (fold.kind() == FoldKind.FILES ? SimilarFolds.MIN_FILES : 2);
    return isFew
        ? rest.stream().map(each -> bare(each).openedBy(fold.openedFold())).toList()
        : List.of(fold.with(rest));
  }

  private void reveal(Cluster opened, List<Cluster> parts, String id) {
    parts.forEach(each -> show(each.openedBy(id)));
    splitAround(opened, MAX_NEW - parts.size());
  }

  /** Returns the parts of a fold, folded further until they are few. */
  private List<Cluster> parts(Cluster fold, FoldKind kind) {
    return switch (kind) {
      case PROCESS -> few(processes.open(fold.leader()));
      case EXEC, COPY -> rest(fold.parts());
      case FILES, CHAIN, ALIKE, REST -> chunks(kind, fold.parts());
    };
  }

  private List<Cluster> few(List<Cluster> all) {
    List<Cluster> folded = folded(all, AlikePattern.NAME);
    return rest(folded.size() <= MAX_PARTS ? folded : folded(all, AlikePattern.DIRECTORY));
  }

  private List<Cluster> folded(List<Cluster> all, AlikePattern pattern) {
    List<Cluster> alike = AlikeFolds.fold(new Level(index, all), pattern);
    List<Cluster> similar = SimilarFolds.fold(new Level(index, alike), pattern);
    return ChainFolds.fold(new Level(index, similar));
  }

  /** Joins clusters, those of the same type and directory next to each other, if they are many. */
  private static List<Cluster> rest(List<Cluster> all) {
    if (all.size() <= MAX_PARTS) {
      return all;
    }
    Comparator<Cluster> byType = Comparator.comparing(each -> !each.leader().isProcess());
    Comparator<Cluster> byName = Comparator.comparing(each -> each.leader().name());
    return chunks(FoldKind.REST, all.stream().sorted(byType.thenComparing(byName)).toList());
  }

  /** Joins consecutive clusters if they are many. */
  private static List<Cluster> chunks(FoldKind kind, List<Cluster> all) {
    if (all.size() <= MAX_PARTS) {
      return all.stream().map(Expansion::bare).toList();
    }
    int size = Math.max(MAX_PARTS, (all.size() + MAX_PARTS - 1) / MAX_PARTS);
    List<Cluster> chunks = new ArrayList<>();
    for (int i = 0; i < all.size(); i += size) {
      List<Cluster> some = all.subList(i, Math.min(i + size, all.size()));
      chunks.add(some.size() == 1 ? bare(some.get(0)) : Cluster.some(kind, some));
    }
    return chunks;
  }

  /** Returns the only part of a copy, or else the given cluster. */
  private static Cluster bare(Cluster cluster) {
    boolean isCopy = cluster.kind() == FoldKind.COPY && cluster.parts().size() == 1;
    return isCopy ? cluster.parts().get(0) : cluster;
  }

  /**
   * Splits the visible folds of objects around a cluster that was opened, so that the objects of a
   * fold have the same neighbours again. Leaves a fold as it is if that adds too many clusters.
   */
  private void splitAround(Cluster opened, int maxNew) {
    Map<String, Cluster> around = new LinkedHashMap<>();
    Map<Integer, Set<List<Object>>> links = new HashMap<>();
    for (LineageNode node : opened.members()) {
      for (LineageEdge edge : index.edges(node.index())) {
        boolean isToCause = edge.cause() == node.index();
        int other = isToCause ? edge.effect() : edge.cause();
        Cluster cluster = places[other];
        if (cluster.isOfEquals() && cluster.members().stream().noneMatch(LineageNode::isProcess)) {
          around.put(cluster.id(), cluster);
          String neighbour = places[node.index()].id();
          links
              .computeIfAbsent(other, each -> new HashSet<>())
              .add(List.of(Clusters.kind(edge), isToCause, neighbour));
        }
      }
    }
    int left = maxNew;
    for (Cluster fold : around.values()) {
      left -= split(fold, links, left);
    }
  }

  /** Splits a fold unless that adds too many clusters. Returns the number of added clusters. */
  private int split(Cluster fold, Map<Integer, Set<List<Object>>> links, int maxNew) {
    Map<Object, List<Cluster>> groups = new LinkedHashMap<>();
    for (Cluster part : fold.parts()) {
      Set<List<Object>> its = new HashSet<>();
      part.members().forEach(node -> its.addAll(links.getOrDefault(node.index(), Set.of())));
      groups.computeIfAbsent(its, each -> new ArrayList<>()).add(part);
    }
    List<Cluster> largest = Collections.max(groups.values(), Comparator.comparingInt(List::size));
    List<Cluster> shown = new ArrayList<>(replaceByRest(fold, largest));
    for (List<Cluster> group : groups.values()) {
      if (group != largest) {
        boolean isFew = group.size() < SimilarFolds.MIN_FILES;
        shown.addAll(isFew ? group : List.of(Cluster.some(requireNonNull(fold.kind()), group)));
      }
    }
    int added = shown.size() - 1;
    if (groups.size() == 1 || added > maxNew) {
      return 0;
    }
    visible.remove(fold.id());
    shown.forEach(each -> show(each.openedBy(fold.openedFold())));
    return added;
  }
}
