// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.fold;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageNode;

/**
 * Folds processes of the same structure, such as the pipelines of a loop.
 *
 * <p>Colour refinement gives each cluster a colour: a hash of its programs and name patterns, and
 * of the colours around it. A process that starts others counts as itself, so that only clusters of
 * the same parent have the same colour. If each cluster of one colour has exactly one neighbour of
 * another colour, and the reverse, then each such pair belongs to the same copy. Copies with the
 * same colours become one fold. The work is proportional to the number of links.
 */
final class AlikeFolds {
  private static final List<EdgeKind> KINDS = List.of(EdgeKind.values());
  private static final int MIN_COPIES = 3;
  private static final int ROUNDS = 3;
  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final Level level;
  private final AlikePattern pattern;
  private final long[] colours;
  private final List<List<Integer>> classes = new ArrayList<>();
  private final int[] classOf;

  /** For each cluster, its only neighbour of each other class, or {@link #SEVERAL}. */
  private final List<Map<Integer, Integer>> partners = new ArrayList<>();

  /** For each cluster, another cluster of the same copy, or itself. */
  private final int[] copyOf;

  private AlikeFolds(Level level, AlikePattern pattern) {
    this.level = level;
    this.pattern = pattern;
    int size = level.all().size();
    this.colours = level.all().stream().mapToLong(this::ownColour).toArray();
    this.classOf = new int[size];
    this.copyOf = IntStream.range(0, size).toArray();
  }

  static List<Cluster> fold(Level level, AlikePattern pattern) {
    AlikeFolds folds = new AlikeFolds(level, pattern);
    for (int i = 0; i < ROUNDS; i++) {
      folds.refine();
    }
    folds.classify();
    folds.findPartners();
    folds.joinPartners();
    return folds.folded();
  }

  private long ownColour(Cluster cluster) {
    long sum = 0;
    for (LineageNode member : cluster.members()) {
      sum += mixed(level.index().number(member.index(), pattern));
    }
    return mixed(sum);
  }

  private static long mixed(long value) {
    long mixed = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }

  private void refine() {
    long[] before = colours.clone();
    Set<Long> around = new HashSet<>();
    for (int i = 0; i < before.length; i++) {
      around.clear();
      for (Level.Link link : level.links(i)) {
        int kind = 2 * KINDS.indexOf(link.kind()) + (link.isToCause() ? 1 : 0);
        around.add(mixed(kind + mixed(colour(link, before))));
      }
      long sum = around.stream().mapToLong(Long::longValue).sum();
      colours[i] = mixed(before[i] + mixed(sum));
    }
  }

  private long colour(Level.Link link, long[] before) {
    if (link.kind() == EdgeKind.EXEC && link.isToCause()) {
      return link.other();
    }
    return link.isInside()
        ? before[link.other()]
        : mixed(level.index().number(link.node(), pattern));
  }

  private void classify() {
    Map<Long, List<Integer>> byColour = new LinkedHashMap<>();
    for (int i = 0; i < colours.length; i++) {
      classOf[i] = NONE;
      Cluster cluster = level.get(i);
      boolean isProcess = cluster.leader().isProcess() && !cluster.isRoot();
      if (isProcess || level.isFoldableObject(i)) {
        byColour.computeIfAbsent(colours[i], each -> new ArrayList<>()).add(i);
      }
    }
    for (List<Integer> each : byColour.values()) {
      if (each.size() >= MIN_COPIES) {
        each.forEach(place -> classOf[place] = classes.size());
        classes.add(each);
      }
    }
  }

  private void findPartners() {
    for (int i = 0; i < classOf.length; i++) {
      Map<Integer, Integer> found = new LinkedHashMap<>();
      for (Level.Link link : level.links(i)) {
        int other = link.isInside() ? classOf[link.other()] : NONE;
        if (other != NONE && other != classOf[i] && isOfSameGroup(i, link.other())) {
          found.merge(other, link.other(), (a, b) -> a.equals(b) ? a : SEVERAL);
        }
      }
      partners.add(found);
    }
  }

  private boolean isOfSameGroup(int one, int other) {
    return level.index().group(level.get(one).leader())
        == level.index().group(level.get(other).leader());
  }

  private void joinPartners() {
    for (int one = 0; one < classes.size(); one++) {
      for (int other : partners.get(classes.get(one).get(0)).keySet()) {
        if (one < other && isPaired(one, other)) {
          classes
              .get(one)
              .forEach(place -> join(place, partners.get(place).getOrDefault(other, place)));
        }
      }
    }
  }

  private boolean isPaired(int one, int other) {
    return classes.get(one).size() == classes.get(other).size()
        && classes.get(one).stream()
            .allMatch(
                place -> {
                  int partner = partners.get(place).getOrDefault(other, NONE);
                  return partner >= 0 && place.equals(partners.get(partner).get(one));
                });
  }

  private void join(int one, int other) {
    copyOf[top(one)] = top(other);
  }

  private int top(int place) {
    int top = place;
    while (copyOf[top] != top) {
      copyOf[top] = copyOf[copyOf[top]];
      top = copyOf[top];
    }
    return top;
  }

  private List<Cluster> folded() {
    Map<Integer, List<Integer>> copies = new LinkedHashMap<>();
    for (List<Integer> each : classes) {
      for (int place : each) {
        copies.computeIfAbsent(top(place), top -> new ArrayList<>()).add(place);
      }
    }
    Map<List<Long>, List<List<Integer>>> alike = new LinkedHashMap<>();
    for (List<Integer> copy : copies.values()) {
      List<Integer> kept = withoutEnds(copy);
      List<Long> key = kept.stream().map(place -> colours[place]).sorted().toList();
      if (kept.stream().anyMatch(place -> level.get(place).leader().isProcess())) {
        alike.computeIfAbsent(key, each -> new ArrayList<>()).add(kept);
      }
    }
    List<Cluster> folded = new ArrayList<>();
    Set<Integer> done = new HashSet<>();
    for (List<List<Integer>> each : alike.values()) {
      if (each.size() >= MIN_COPIES) {
        each.forEach(done::addAll);
        folded.add(fold(each));
      }
    }
    IntStream.range(0, classOf.length)
        .filter(place -> !done.contains(place))
        .forEach(place -> folded.add(level.get(place)));
    return folded;
  }

  /** Returns the processes of a copy, and the objects between them. */
  private List<Integer> withoutEnds(List<Integer> copy) {
    Set<Integer> inside = new HashSet<>(copy);
    return copy.stream()
        .filter(place -> level.get(place).leader().isProcess() || isBetween(place, inside))
        .toList();
  }

  private boolean isBetween(int place, Set<Integer> inside) {
    return level.links(place).stream()
            .filter(link -> inside.contains(link.other()))
            .map(Level.Link::isToCause)
            .distinct()
            .count()
        == 2;
  }

  private Cluster fold(List<List<Integer>> copies) {
    Comparator<Cluster> earliest = Comparator.comparingLong(each -> each.leader().id());
    Comparator<Cluster> processesFirst = Comparator.comparing(each -> !each.leader().isProcess());
    List<Cluster> folds = new ArrayList<>();
    for (List<Integer> copy : copies) {
      List<Cluster> parts =
          copy.stream().map(level::get).sorted(processesFirst.thenComparing(earliest)).toList();
      folds.add(Cluster.fold(FoldKind.COPY, parts));
    }
    folds.sort(earliest);
    return Cluster.fold(FoldKind.ALIKE, folds);
  }
}
