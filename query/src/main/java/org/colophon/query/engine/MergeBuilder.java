// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.colophon.core.model.ObjectKind;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;
import org.colophon.query.engine.DiffBuilder.Likeness;
import org.colophon.query.report.LineageDiff.Pair;
import org.colophon.query.report.LineageMerge;
import org.colophon.query.report.LineageMerge.Change;
import org.jspecify.annotations.Nullable;

/**
 * Joins two lineages. {@link DiffMatch} matches the newest versions of the objects. Then matches
 * the roots, older versions, processes by command line and neighbours, and pipes by their ends.
 */
final class MergeBuilder {
  /** Number of times that matched pipes match processes, and the reverse. */
  private static final int ROUNDS = 3;

  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final DiffSide first;
  private final DiffSide second;
  private final DiffBuilder diff;
  private final List<Pair> pairs = new ArrayList<>();

  /** For each node of the first lineage, the index of its partner, or {@link #NONE}. */
  private final int[] partners;

  private final BitSet paired = new BitSet();
  private final List<Set<Neighbour>> aroundFirst;
  private final List<Set<Neighbour>> aroundSecond;

  private record Neighbour(EdgeKind kind, boolean isCause, int node) {}

  private record EdgeKey(int effect, int cause, EdgeKind kind) {}

  MergeBuilder(DiffSide first, DiffSide second, DiffBuilder diff) {
    this.first = first;
    this.second = second;
    this.diff = diff;
    this.partners = new int[first.lineage().nodes().size()];
    Arrays.fill(partners, NONE);
    this.aroundFirst = neighbours(first.lineage());
    this.aroundSecond = neighbours(second.lineage());
    add(diff.match().pairs());
    matchRest();
  }

  private static List<Set<Neighbour>> neighbours(Lineage lineage) {
    List<Set<Neighbour>> around = new ArrayList<>();
    lineage.nodes().forEach(node -> around.add(new HashSet<>()));
    for (LineageEdge edge : lineage.edges()) {
      around.get(edge.effect()).add(new Neighbour(edge.kind(), true, edge.cause()));
      around.get(edge.cause()).add(new Neighbour(edge.kind(), false, edge.effect()));
    }
    return around;
  }

  private void add(List<Pair> found) {
    for (Pair each : found) {
      pairs.add(each);
      partners[each.first().index()] = each.second().index();
      paired.set(each.second().index());
    }
  }

  private void matchRest() {
    Pairing rest =
        new Pairing(
            first.lineage().nodes().stream().filter(e -> partners[e.index()] == NONE).toList(),
            second.lineage().nodes().stream().filter(e -> !paired.get(e.index())).toList());
    match(rest, node -> node.depth() == 0, (node, isFirst) -> node.type());
    match(rest, this::isNamedObject, diff::name);
    match(rest, this::isCommand, (node, isFirst) -> node.id());
    match(
        rest,
        this::isCommand,
        (node, isFirst) -> List.of(command(node, isFirst), names(node, isFirst)));
    for (int i = 0; i < ROUNDS; i++) {
      match(rest, this::isUnnamedObject, this::aroundPaired);
      match(
          rest,
          this::isCommand,
          (node, isFirst) -> {
            Object around = aroundPaired(node, isFirst);
            return around == null ? null : List.of(command(node, isFirst), around);
          });
    }
    match(rest, this::isCommand, this::command);
    match(rest, this::isCommand, (node, isFirst) -> node.name());
    match(rest, this::isUnnamedObject, this::aroundPaired);
  }

  private interface Key {
    @Nullable Object of(LineageNode node, boolean isOfFirst);
  }

  private void match(Pairing rest, Predicate<LineageNode> isMatched, Key key) {
    add(
        rest.match(
            node -> isMatched.test(node) ? key.of(node, true) : null,
            node -> isMatched.test(node) ? key.of(node, false) : null));
  }

  private boolean isCommand(LineageNode node) {
    return node.process() != null;
  }

  private boolean isNamedObject(LineageNode node) {
    return !node.isProcess() && !isUnnamedObject(node);
  }

  /** Returns whether an object is known by its ends only. The label of a pipe has a pid. */
  private boolean isUnnamedObject(LineageNode node) {
    boolean isPipe = node.object() != null && node.object().declaration().kind() == ObjectKind.PIPE;
    return !node.isProcess() && (isPipe || node.name().isEmpty());
  }

  private Object command(LineageNode node, boolean isOfFirst) {
    return List.of(node.name(), diff.command(node, isOfFirst));
  }

  private Set<String> names(LineageNode process, boolean isOfFirst) {
    Set<String> names = new TreeSet<>();
    Lineage lineage = (isOfFirst ? first : second).lineage();
    for (Neighbour each : (isOfFirst ? aroundFirst : aroundSecond).get(process.index())) {
      LineageNode node = lineage.nodes().get(each.node);
      if (isNamedObject(node)) {
        names.add((each.isCause ? "from " : "to ") + diff.name(node, isOfFirst));
      }
    }
    return names;
  }

  /** Returns the matched neighbours of a node; null if there are none. */
  private @Nullable Set<Neighbour> aroundPaired(LineageNode node, boolean isOfFirst) {
    Set<Neighbour> around = new HashSet<>();
    for (Neighbour each : (isOfFirst ? aroundFirst : aroundSecond).get(node.index())) {
      int partner = isOfFirst ? partners[each.node] : paired.get(each.node) ? each.node : NONE;
      if (partner != NONE) {
        around.add(new Neighbour(each.kind, each.isCause, partner));
      }
    }
    return around.isEmpty() ? null : around;
  }

  LineageMerge build() {
    List<LineageNode> nodes = new ArrayList<>(second.lineage().nodes());
    Map<String, Integer> byKey = new HashMap<>();
    nodes.forEach(node -> byKey.put(node.key(), node.index()));
    List<@Nullable LineageNode> lefts = new ArrayList<>();
    nodes.forEach(node -> lefts.add(null));
    int[] places = partners.clone();
    for (LineageNode node : first.lineage().nodes()) {
      int i = node.index();
      if (places[i] == NONE && byKey.containsKey(node.key())) {
        places[i] = byKey.get(node.key()); // the same version, which is another's partner
        if (lefts.get(places[i]) == null) {
          lefts.set(places[i], node);
        }
      } else if (places[i] == NONE) {
        places[i] = nodes.size();
        nodes.add(node.at(nodes.size()));
        lefts.add(node);
      } else {
        lefts.set(places[i], node);
      }
    }
    Map<EdgeKey, LineageEdge> edges = new LinkedHashMap<>();
    for (LineageEdge edge : second.lineage().edges()) {
      edges.merge(new EdgeKey(edge.effect(), edge.cause(), edge.kind()), edge, LineageEdge::plus);
    }
    Set<EdgeKey> inSecond = new HashSet<>(edges.keySet());
    Set<EdgeKey> inFirst = new HashSet<>();
    for (LineageEdge edge : first.lineage().edges()) {
      LineageEdge moved = edge.between(places[edge.effect()], places[edge.cause()]);
      EdgeKey key = new EdgeKey(moved.effect(), moved.cause(), moved.kind());
      inFirst.add(key);
      if (!inSecond.contains(key)) {
        edges.merge(key, moved, LineageEdge::plus);
      }
    }
    BitSet onlyInFirst = new BitSet();
    BitSet onlyInSecond = new BitSet();
    int place = 0;
    for (EdgeKey key : edges.keySet()) {
      onlyInFirst.set(place, !inSecond.contains(key));
      onlyInSecond.set(place, !inFirst.contains(key));
      place++;
    }
    Lineage union =
        new Lineage(
            second.lineage().query(),
            nodes,
            List.copyOf(edges.values()),
            first
                .lineage()
                .summary()
                .plus(second.lineage().summary())
                .of(nodes.size(), edges.size()),
            List.of());
    return new LineageMerge(union, states(union, lefts), onlyInFirst, onlyInSecond);
  }

  /** Returns the state of each node of the union. */
  private List<LineageMerge.Node> states(Lineage union, List<@Nullable LineageNode> lefts) {
    int size = union.nodes().size();
    int ofSecond = second.lineage().nodes().size();
    Change[] changes = new Change[size];
    Arrays.fill(changes, Change.SAME);
    BitSet unchecked = new BitSet();
    BitSet uncertain = new BitSet();
    for (int i = 0; i < size; i++) {
      if (i >= ofSecond) {
        changes[i] = Change.LEFT;
      } else if (lefts.get(i) == null) {
        changes[i] = Change.RIGHT;
      }
    }
    for (Pair pair : pairs) {
      int i = pair.second().index();
      Likeness likeness = likeness(pair);
      if (likeness == Likeness.OTHER) {
        changes[i] = Change.CHANGED;
        boolean isCertain = pair.first().isProcess() || diff.isKnownToDiffer(pair);
        uncertain.set(i, !isCertain);
      }
      unchecked.set(i, likeness == Likeness.UNKNOWN);
    }
    BitSet differing = new BitSet();
    BitSet causing =
        new BitSet(); // without the programs that differ: a change includes its writers
    for (int i = 0; i < size; i++) {
      differing.set(i, changes[i] != Change.SAME && !uncertain.get(i));
      boolean isProgram = changes[i] != Change.CHANGED && union.nodes().get(i).isProcess();
      causing.set(i, differing.get(i) && !isProgram);
    }
    int[] differences = sources(union, differing);
    int[] causes = sources(union, causing);
    List<LineageMerge.Node> states = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (uncertain.get(i) && differences[i] == NONE) {
        changes[i] = Change.SAME;
        unchecked.set(i);
      }
      boolean isInfluenced = causes[i] != NONE && causes[i] != i;
      boolean isCause = changes[i] == Change.CHANGED && !uncertain.get(i) && !isInfluenced;
      LineageNode right = i < ofSecond ? second.lineage().nodes().get(i) : null;
      states.add(new LineageMerge.Node(changes[i], isCause, unchecked.get(i), lefts.get(i), right));
    }
    return states;
  }

  private Likeness likeness(Pair pair) {
    if (pair.first().isProcess()) {
      boolean isSame = pair.first().process() == null || diff.isSameCommand(pair);
      return isSame ? Likeness.SAME : Likeness.OTHER;
    }
    if (isUnnamedObject(pair.first())) {
      return Likeness.SAME;
    }
    Likeness likeness = diff.likeness(pair);
    boolean isOfTwoFiles = pair.first().id() != pair.second().id();
    boolean isCompared = !isOfTwoFiles || diff.isKnownToDiffer(pair);
    return likeness == Likeness.OTHER && !isCompared ? Likeness.UNKNOWN : likeness;
  }

  /**
   * Returns, for each node, the difference that influenced it, or {@link #SEVERAL}. Visits each
   * edge a few times at most.
   */
  private static int[] sources(Lineage union, BitSet differing) {
    List<List<Integer>> effects = new ArrayList<>();
    union.nodes().forEach(node -> effects.add(new ArrayList<>()));
    union.edges().forEach(edge -> effects.get(edge.cause()).add(edge.effect()));
    int[] sources = new int[effects.size()];
    Arrays.fill(sources, NONE);
    Deque<Integer> pending = new ArrayDeque<>();
    differing.stream().forEach(each -> spread(each, each, effects, sources, pending));
    while (!pending.isEmpty()) {
      int next = pending.remove();
      spread(next, sources[next], effects, sources, pending);
    }
    return sources;
  }

  /** Passes a source on to the nodes that a node influenced. */
  private static void spread(
      int node, int source, List<List<Integer>> effects, int[] sources, Deque<Integer> pending) {
    for (int effect : effects.get(node)) {
      boolean isNew = sources[effect] == NONE;
      if (isNew || (sources[effect] != source && sources[effect] != SEVERAL)) {
        sources[effect] = isNew ? source : SEVERAL;
        pending.add(effect);
      }
    }
  }
}
