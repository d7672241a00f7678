// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.across.HostChain;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.query.report.Explanation;

/** Compares the engine with the slow reference, on random histories. */
final class EngineProperties {
  @Property(tries = 60)
  void findsTheAncestorsOfTheReferenceAsOfEveryLsn(
      @ForAll long seed, @ForAll @IntRange(min = 4, max = 30) int length, @ForAll boolean data) {
    RandomHistory history = new RandomHistory(seed, length);
    LineageReader reader = history.store();
    LineageEngine engine = new LineageEngine(reader);
    for (long asOf = 10; asOf <= history.lastLsn; asOf++) {
      for (int object = 1; object <= RandomHistory.OBJECTS; object++) {
        Set<String> found = run(engine, Direction.ANCESTORS, Root.object(object), asOf, data);
        assertThat(found)
            .as("ancestors of object %d as of %d in%n%s", object, asOf, history)
            .isEqualTo(reference(history, asOf, data).ancestorsOfObject(object, asOf));
      }
      for (int process = 1; process <= RandomHistory.PROCESSES; process++) {
        Set<String> found = run(engine, Direction.ANCESTORS, Root.process(process), asOf, data);
        assertThat(found)
            .as("ancestors of process %d as of %d in%n%s", process, asOf, history)
            .isEqualTo(reference(history, asOf, data).ancestorsOfProcess(process));
      }
    }
  }

  @Property(tries = 60)
  void findsTheDescendantsOfTheReferenceAsOfEveryLsn(
      @ForAll long seed, @ForAll @IntRange(min = 4, max = 30) int length, @ForAll boolean data) {
    RandomHistory history = new RandomHistory(seed, length);
    LineageEngine engine = new LineageEngine(history.store());
    for (long asOf = 10; asOf <= history.lastLsn; asOf++) {
      for (int object = 1; object <= RandomHistory.OBJECTS; object++) {
        Set<String> found = run(engine, Direction.DESCENDANTS, Root.object(object), asOf, data);
        long writtenAt = Math.max(1, lastCutBegin(history, object, asOf));
        assertThat(found)
            .as("descendants of object %d as of %d in%n%s", object, asOf, history)
            .isEqualTo(reference(history, asOf, data).descendantsOfObject(object, writtenAt));
      }
      for (int process = 1; process <= RandomHistory.PROCESSES; process++) {
        Set<String> found = run(engine, Direction.DESCENDANTS, Root.process(process), asOf, data);
        assertThat(found)
            .as("descendants of process %d as of %d in%n%s", process, asOf, history)
            .isEqualTo(reference(history, asOf, data).descendantsOfProcess(process));
      }
    }
  }

  @Property(tries = 60)
  void findsDescendantsAsTheMirrorOfAncestors(
      @ForAll long seed, @ForAll @IntRange(min = 4, max = 30) int length, @ForAll boolean data) {
    RandomHistory history = new RandomHistory(seed, length);
    LineageReader reader = history.store();
    LineageEngine engine = new LineageEngine(reader);
    long asOf = 10 + Math.floorMod(seed, history.lastLsn - 9);
    for (String a : everything()) {
      Set<String> ancestors = run(engine, Direction.ANCESTORS, roots(a, history, asOf), asOf, data);
      for (String b : everything()) {
        if (!a.equals(b)) {
          Set<String> descendants =
              run(engine, Direction.DESCENDANTS, roots(b, history, asOf), asOf, data);
          assertThat(descendants.contains(a))
              .as("%s among descendants of %s as of %d in%n%s", a, b, asOf, history)
              .isEqualTo(ancestors.contains(b));
        }
      }
    }
  }

  @Property(tries = 60)
  void followsExactlyToTheDepth(
      @ForAll long seed, @ForAll @IntRange(min = 4, max = 30) int length, @ForAll Direction way) {
    RandomHistory history = new RandomHistory(seed, length);
    LineageEngine engine = new LineageEngine(history.store());
    for (int process = 1; process <= RandomHistory.PROCESSES; process++) {
      for (int depth = 0; depth < 6; depth++) {
        LineageQuery query =
            query(way, List.of(Root.process(process)), history.lastLsn, false)
                .maxDepth(depth)
                .build();
        var lineage = engine.collect(query);
        SlowReference reference = reference(history, history.lastLsn, false).within(2 * depth);
        assertThat(names(lineage.nodes(), "p" + process))
            .as("process %d %s to depth %d in%n%s", process, way, depth, history)
            .isEqualTo(
                way == Direction.ANCESTORS
                    ? reference.ancestorsOfProcess(process)
                    : reference.descendantsOfProcess(process));
        assertThat(lineage.nodes()).allMatch(node -> node.depth() <= query.maxDepth());
        assertThat(lineage.summary().beyondDepth() == 0)
            .isEqualTo(lineage.nodes().stream().allMatch(node -> node.more() == 0));
      }
    }
  }

  @Property(tries = 60)
  void reportsEachEdgeOnceAndFirstEdgeDirectlyAfterItsNode(
      @ForAll long seed,
      @ForAll @IntRange(min = 4, max = 30) int length,
      @ForAll Direction way,
      @ForAll @IntRange(min = 1, max = 9) int depth) {
    RandomHistory history = new RandomHistory(seed, length);
    LineageEngine engine = new LineageEngine(history.store());
    for (int process = 1; process <= RandomHistory.PROCESSES; process++) {
      LineageQuery query =
          query(way, List.of(Root.process(process)), history.lastLsn, false)
              .maxDepth(depth < 9 ? depth : Integer.MAX_VALUE)
              .build();
      assertThat(engine.collect(query).edges())
          .as("process %d %s to depth %d in%n%s", process, way, depth, history)
          .doesNotHaveDuplicates();
      AfterNode told = new AfterNode(way);
      engine.run(query, told);
      assertThat(told.missing)
          .as("process %d %s to depth %d in%n%s", process, way, depth, history)
          .isZero();
    }
  }

  /**
   * Counts the nodes, other than the root, that are not immediately followed by their first edge.
   */
  private static final class AfterNode implements LineageVisitor {
    private final Direction way;
    private int newest = -1;
    int missing;

    AfterNode(Direction way) {
      this.way = way;
    }

    @Override
    public void node(int index, NodeType type, long id, int version, long boundLsn, int depth) {
      missing += newest > 0 ? 1 : 0;
      newest = index;
    }

    @Override
    public void edge(
        int effect,
        int cause,
        EdgeKind kind,
        long firstLsn,
        long lastLsn,
        long count,
        long bytes,
        long firstNanos,
        long lastNanos) {
      int far = way == Direction.ANCESTORS ? cause : effect;
      newest = far == newest ? -1 : newest;
    }
  }

  @Property(tries = 60)
  void explainsExactlyTheAncestors(
      @ForAll long seed, @ForAll @IntRange(min = 4, max = 30) int length, @ForAll boolean data) {
    RandomHistory history = new RandomHistory(seed, length);
    LineageEngine engine = new LineageEngine(history.store());
    for (int object = 1; object <= RandomHistory.OBJECTS; object++) {
      LineageQuery query =
          query(Direction.ANCESTORS, List.of(Root.object(object)), history.lastLsn, data).build();
      Set<String> ancestors = names(engine.collect(query).nodes(), "o" + object);
      for (String cause : everything()) {
        if (!cause.equals("o" + object)) {
          var why = engine.why(query, roots(cause, history, history.lastLsn));
          assertThat(why.isFound())
              .as("why o%d from %s in%n%s", object, cause, history)
              .isEqualTo(ancestors.contains(cause));
          if (why.isFound()) {
            assertThat(name(why.hops().get(0).effect())).isEqualTo("o" + object);
            assertThat(name(why.hops().get(why.hops().size() - 1).cause())).isEqualTo(cause);
          }
        }
      }
    }
  }

  @Property(tries = 60)
  void findsShortestChainInCollectedAncestors(
      @ForAll long seed, @ForAll @IntRange(min = 4, max = 40) int length, @ForAll boolean data) {
    comparedChains(
        new RandomHistory(seed, length),
        data,
        (found, expected, text) -> {
          assertThat(lengths(found)).as(text).isSorted();
          assertThat(lengths(found).get(0)).as(text).isEqualTo(lengths(expected).get(0));
        });
  }

  /**
   * Allows a few exceptions: both searches limit the visits of a node, so each may miss a longer
   * chain.
   */
  @Example
  void findsAsManyChainsInCollectedAncestorsWithFewExceptions() {
    int[] counts = new int[2];
    for (int seed = 0; seed < 100; seed++) {
      comparedChains(
          new RandomHistory(seed, 40),
          true,
          (found, expected, text) -> counts[lengths(found).equals(lengths(expected)) ? 0 : 1]++);
    }
    assertThat(counts[1]).as("differing answers; equal: " + counts[0]).isLessThan(counts[0] / 100);
  }

  private interface ChainsTest {
    void accept(List<Explanation> found, List<Explanation> expected, String text);
  }

  private static void comparedChains(RandomHistory history, boolean data, ChainsTest test) {
    LineageEngine engine = new LineageEngine(history.store());
    for (int object = 1; object <= RandomHistory.OBJECTS; object++) {
      LineageQuery query =
          query(Direction.ANCESTORS, List.of(Root.object(object)), history.lastLsn, data).build();
      Lineage ancestors = engine.collect(query);
      for (String cause : everything()) {
        List<Root> causes = roots(cause, history, history.lastLsn);
        test.accept(
            HostChain.find(ancestors, causes, 3, node -> causes.stream().anyMatch(is(node))),
            engine.why(query, causes, 3),
            "why o%d from %s in%n%s".formatted(object, cause, history));
      }
    }
  }

  private static List<Integer> lengths(List<Explanation> chains) {
    return chains.stream().map(each -> each.hops().size()).toList();
  }

  private static Predicate<Root> is(LineageNode node) {
    return root -> root.type() == node.type() && root.id() == node.id();
  }

  @Property(tries = 60)
  void explainsByDistinctChainsAfterTheShortest(
      @ForAll long seed, @ForAll @IntRange(min = 10, max = 40) int length) {
    RandomHistory history = new RandomHistory(seed, length);
    LineageEngine engine = new LineageEngine(history.store());
    for (int object = 1; object <= RandomHistory.OBJECTS; object++) {
      LineageQuery query =
          query(Direction.ANCESTORS, List.of(Root.object(object)), history.lastLsn, false).build();
      for (String cause : everything()) {
        List<Root> causes = roots(cause, history, history.lastLsn);
        List<Explanation> all = engine.why(query, causes, 4);
        List<String> shortest = engine.why(query, causes).nodes();
        assertThat(all.get(0).nodes()).isEqualTo(shortest);
        Set<List<String>> chains = new HashSet<>();
        chains.add(shortest);
        int before = shortest.size();
        for (Explanation each : all.subList(1, all.size())) {
          List<String> chain = each.nodes();
          assertThat(chains.add(chain)).as("%s in%n%s", chain, history).isTrue();
          assertThat(chain).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(before);
          before = chain.size();
          assertThat(each.hops()).allSatisfy(hop -> assertThat(hop.edge().firstLsn()).isPositive());
        }
      }
    }
  }

  private static SlowReference reference(RandomHistory history, long asOf, boolean data) {
    return new SlowReference(history.steps, asOf, data);
  }

  private static List<String> everything() {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= RandomHistory.OBJECTS; i++) {
      names.add("o" + i);
    }
    for (int i = 1; i <= RandomHistory.PROCESSES; i++) {
      names.add("p" + i);
    }
    return names;
  }

  /** Returns all versions of an object, or a process, given its name in the reference. */
  private static List<Root> roots(String name, RandomHistory history, long asOf) {
    int id = Integer.parseInt(name.substring(1));
    if (name.startsWith("p")) {
      return List.of(Root.process(id));
    }
    List<Root> roots = new ArrayList<>();
    roots.add(Root.object(id, asOf));
    for (Step step : history.steps) {
      if (step.kind() == Step.Kind.CUT && step.object() == id && step.last() <= asOf) {
        roots.add(Root.object(id, step.last() - 1));
      }
    }
    return roots;
  }

  private static long lastCutBegin(RandomHistory history, int object, long asOf) {
    return history.steps.stream()
        .filter(s -> s.kind() == Step.Kind.CUT && s.object() == object && s.last() <= asOf)
        .mapToLong(Step::first)
        .max()
        .orElse(0);
  }

  private static Set<String> run(
      LineageEngine engine, Direction direction, Root root, long asOf, boolean data) {
    return run(engine, direction, List.of(root), asOf, data);
  }

  private static Set<String> run(
      LineageEngine engine, Direction direction, List<Root> roots, long asOf, boolean data) {
    LineageQuery query = query(direction, roots, asOf, data).build();
    String root = (roots.get(0).type() == NodeType.OBJECT ? "o" : "p") + roots.get(0).id();
    return names(engine.collect(query).nodes(), root);
  }

  private static LineageQuery.Builder query(
      Direction direction, List<Root> roots, long asOf, boolean data) {
    return LineageQuery.builder().direction(direction).roots(roots).asOfLsn(asOf).dataOnly(data);
  }

  private static Set<String> names(List<LineageNode> nodes, String root) {
    Set<String> names = new TreeSet<>();
    nodes.forEach(node -> names.add(name(node)));
    names.remove(root);
    return names;
  }

  private static String name(LineageNode node) {
    return (node.isProcess() ? "p" : "o") + node.id();
  }
}
