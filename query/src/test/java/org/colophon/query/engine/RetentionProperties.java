// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.LineageSummary;
import org.colophon.query.api.LineageVisitor;
import org.colophon.query.api.NodeType;
import org.colophon.query.api.Root;
import org.colophon.testing.contract.RandomHistory;
import org.colophon.testing.contract.RandomHistory.Style;

/** Compares pruned stores with full stores, on random histories. */
final class RetentionProperties {
  /** An answer: nodes and edges as text, and whether it reports pruning. */
  private record Found(
      Set<String> nodes, Set<String> bounds, Set<String> edges, boolean saysPruned) {}

  @Provide
  Arbitrary<RandomHistory> histories() {
    return Arbitraries.of(Style.SUPPRESSED, Style.UNSUPPRESSED).flatMap(RandomHistory::of);
  }

  private static PrunedStore prune(
      LineageReader store, int percent, List<String> snapshots, Bytes kept, long runLsn) {
    long lsn = Math.max(1, store.visibleLsn() * percent / 100);
    long nanos = Math.max(1, store.timeAt(lsn));
    return PrunedStore.of(
        store, nanos, snapshots, kept == null ? null : path -> path.equals(kept), runLsn);
  }

  @Property(tries = 40)
  void answersAnyQueryTheSameOrReportsPruning(
      @ForAll("histories") RandomHistory history,
      @ForAll @IntRange(min = 1, max = 99) int percent,
      @ForAll boolean dataOnly,
      @ForAll boolean includeCode) {
    PrunedStore pruned =
        prune(PrunedStore.load(history.batches()), percent, List.of(), null, Lsn.LATEST);
    long cut = pruned.plan.cutLsn();
    boolean isExact = includeCode && !hasGhosts(pruned.before);
    for (Root root : rootsOf(pruned, history)) {
      for (Direction direction : Direction.values()) {
        for (long asOf : List.of(Lsn.LATEST, cut + 1, Math.max(1, cut), Math.max(1, cut / 2))) {
          LineageQuery query =
              LineageQuery.builder()
                  .root(new Root(root.type(), root.id(), asOf, 0))
                  .direction(direction)
                  .asOfLsn(asOf)
                  .dataOnly(dataOnly)
                  .includeCode(includeCode)
                  .build();
          Found whole = run(pruned.before, query, pruned);
          Found left = run(pruned.after, query, pruned);
          String what = "%s of %s as of %d, cut %d".formatted(direction, root, asOf, cut);
          assertThat(whole.nodes).as(what).containsAll(left.nodes);
          assertThat(whole.edges).as(what).containsAll(left.edges);
          if (!left.saysPruned) {
            assertThat(left).as(what).isEqualTo(whole);
          } else if (direction == Direction.ANCESTORS && asOf > cut && isExact) {
            assertThat(left.edges).as(what).isNotEqualTo(whole.edges);
          }
        }
      }
    }
  }

  @Property(tries = 40)
  void keepsAncestorsOfSnapshotsAndMatchingObjectsComplete(
      @ForAll("histories") RandomHistory history,
      @ForAll @IntRange(min = 1, max = 99) int percent) {
    LineageReader store = PrunedStore.load(history.batches());
    List<Snapshot> snapshots = store.snapshots();
    List<String> names =
        snapshots.isEmpty() ? List.of() : List.of(snapshots.get(snapshots.size() / 2).name());
    Bytes kept = history.paths().stream().skip(history.paths().size() / 2).findFirst().get();
    PrunedStore pruned = prune(store, percent, names, kept, Lsn.LATEST);
    for (Snapshot each : snapshots) {
      if (names.contains(each.name())) {
        store.under(
            Bytes.of("/"),
            each.lsn(),
            (path, object) -> {
              assertThat(pruned.after.resolve(path, each.lsn())).isEqualTo(object);
              assertWhole(pruned, object, each.lsn());
            });
      }
    }
    for (long asOf = pruned.plan.cutLsn() + 1; asOf <= store.visibleLsn(); asOf += 7) {
      long object = store.resolve(kept, asOf);
      if (object != 0) {
        assertWhole(pruned, object, asOf);
      }
    }
  }

  private static void assertWhole(PrunedStore pruned, long object, long asOf) {
    LineageQuery query =
        LineageQuery.builder().root(Root.object(object, asOf)).asOfLsn(asOf).build();
    Found left = run(pruned.after, query, pruned);
    Found whole = run(pruned.before, query, pruned);
    assertThat(left.edges).isEqualTo(whole.edges);
    assertThat(left.bounds).isEqualTo(whole.bounds);
    assertThat(left.saysPruned).isFalse();
  }

  @Property(tries = 40)
  void keepsBothEndsOfEveryEdge(
      @ForAll("histories") RandomHistory history,
      @ForAll @IntRange(min = 1, max = 99) int percent) {
    PrunedStore pruned =
        prune(PrunedStore.load(history.batches()), percent, List.of("*"), null, Lsn.LATEST);
    LineageReader after = pruned.after;
    for (long id = 1; id <= pruned.markers.future(); id++) {
      after.accessesOfProcess(
          id,
          AccessMode.ALL,
          (p, o, mode, first, last, count, bytes, t1, t2) -> {
            assertProcess(pruned, p);
            assertObject(pruned, o);
          });
      after.causesOfProcess(
          id,
          (effect, cause, kind, lsn, nanos) -> {
            assertProcess(pruned, effect);
            assertProcess(pruned, cause);
          });
      after.extendedRecords(id, 0).forEach(each -> assertObject(pruned, each.object()));
    }
    for (long id = 1; id <= history.maxId(); id++) {
      after.derivationsOfObject(
          id,
          (effect, cause, process, lsn, nanos) -> {
            assertObject(pruned, effect);
            assertObject(pruned, cause);
            assertProcess(pruned, process);
          });
      after.cuts(id, (process, begin, end, nanos) -> assertProcess(pruned, process));
      after.namesOf(id).forEach(name -> assertObject(pruned, name.object()));
    }
  }

  private static void assertProcess(PrunedStore pruned, long id) {
    if (id != 0 && (pruned.before.process(id) != null || id >= pruned.markers.past())) {
      assertThat(pruned.after.process(id)).as("kept process " + id).isNotNull();
    }
  }

  private static void assertObject(PrunedStore pruned, long id) {
    if (id != 0 && pruned.before.object(id) != null) {
      assertThat(pruned.after.object(id)).as("kept object " + id).isNotNull();
    }
  }

  @Property(tries = 40)
  void keepsTheNamesThatAreValidAfterTheCut(
      @ForAll("namings") RandomHistory history,
      @ForAll @IntRange(min = 1, max = 99) int percent,
      @ForAll @IntRange(min = 0, max = 100) int runPercent) {
    LineageReader store = PrunedStore.load(history.batches());
    long runLsn = Math.max(1, store.visibleLsn() * runPercent / 100);
    PrunedStore pruned = prune(store, percent, List.of(), null, runLsn);
    for (long asOf = pruned.plan.cutLsn(); asOf <= store.visibleLsn(); asOf += 3) {
      assertThat(namesAt(pruned.after, asOf)).isEqualTo(namesAt(store, asOf));
      for (Bytes path : history.paths()) {
        assertThat(pruned.after.resolve(path, asOf)).isEqualTo(store.resolve(path, asOf));
      }
    }
    List<NameBinding> ofTheRun = new ArrayList<>();
    store.under(Bytes.of("/"), runLsn, (path, object) -> ofTheRun.addAll(store.namesOf(object)));
    for (NameBinding each : ofTheRun) {
      boolean isNamed =
          store.namesOf(each.object()).stream().anyMatch(name -> name.toLsn() == Lsn.OPEN);
      if (each.holdsAt(runLsn) && isNamed) {
        assertThat(pruned.after.resolve(each.path(), runLsn)).isEqualTo(each.object());
      }
    }
  }

  @Provide
  Arbitrary<RandomHistory> namings() {
    return Arbitraries.of(Style.NAMES, Style.SUPPRESSED).flatMap(RandomHistory::of);
  }

  private static List<String> namesAt(LineageReader reader, long asOf) {
    List<String> names = new ArrayList<>();
    reader.under(Bytes.of("/"), asOf, (path, object) -> names.add(path + " " + object));
    return names;
  }

  @Property(tries = 20)
  void answersTheSameAfterOneOrTwoPrunings(
      @ForAll("histories") RandomHistory history,
      @ForAll @IntRange(min = 1, max = 99) int percent,
      @ForAll @IntRange(min = 1, max = 99) int other) {
    LineageReader store = PrunedStore.load(history.batches());
    PrunedStore first = prune(store, Math.min(percent, other), List.of(), null, Lsn.LATEST);
    PrunedStore twice = prune(first.after, Math.max(percent, other), List.of(), null, Lsn.LATEST);
    PrunedStore once = prune(store, Math.max(percent, other), List.of(), null, Lsn.LATEST);
    if (twice.plan.cutLsn() != once.plan.cutLsn() || first.plan.cutLsn() > once.plan.cutLsn()) {
      return; // the times of removed facts are unknown
    }
    for (Root root : rootsOf(once, history)) {
      LineageQuery query = LineageQuery.builder().root(root).build();
      Found after = run(twice.after, query, once);
      assertThat(after).as(root + "").isEqualTo(run(once.after, query, once));
    }
  }

  // --- asking ---

  /**
   * Returns whether an open interval began after its process had ended. In that case, the gap of
   * the pruning may lie outside of the interval.
   */
  private static boolean hasGhosts(LineageReader store) {
    boolean[] found = new boolean[1];
    for (long id = 1; id <= store.lastProcess(); id++) {
      long end = store.process(id) == null ? Lsn.OPEN : store.process(id).endLsn();
      store.accessesOfProcess(
          id,
          AccessMode.ALL,
          (p, o, mode, first, last, count, bytes, t1, t2) ->
              found[0] |= last == Lsn.OPEN && first > end);
    }
    return found[0];
  }

  /** Returns the objects and processes that are known after pruning. Omits placeholders. */
  private static List<Root> rootsOf(PrunedStore pruned, RandomHistory history) {
    List<Root> roots = new ArrayList<>();
    for (long id = 1; id <= history.maxId(); id++) {
      if (pruned.after.object(id) != null) {
        roots.add(Root.object(id));
      }
      if (pruned.after.process(id) != null && id < pruned.markers.past()) {
        roots.add(Root.process(id));
      }
    }
    return roots;
  }

  private static Found run(LineageReader reader, LineageQuery query, PrunedStore pruned) {
    List<String> nodes = new ArrayList<>();
    List<Long> reached = new ArrayList<>();
    Set<String> edges = new TreeSet<>();
    LineageSummary summary =
        new LineageEngine(reader)
            .run(
                query,
                new LineageVisitor() {
                  @Override
                  public void node(
                      int index, NodeType type, long id, int version, long bound, int depth) {
                    boolean isMarker = type == NodeType.PROCESS && id >= pruned.markers.past();
                    String name = isMarker ? "marker" : type + " " + id + " v" + version;
                    nodes.add(name);
                    reached.add(bound);
                  }

                  @Override
                  public void extended(int index, long bound) {
                    reached.set(index, bound);
                  }

                  @Override
                  public void edge(
                      int effect,
                      int cause,
                      EdgeKind kind,
                      long first,
                      long last,
                      long count,
                      long bytes,
                      long firstNanos,
                      long lastNanos) {
                    String ends = nodes.get(effect) + " <- " + nodes.get(cause);
                    if (!ends.contains("marker")) {
                      edges.add(ends + " " + kind + " " + first + " " + last + " n" + count);
                    }
                  }
                });
    Set<String> known = new TreeSet<>(nodes);
    known.remove("marker");
    Set<String> bounds = new TreeSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      if (!nodes.get(i).equals("marker")) {
        bounds.add(nodes.get(i) + " " + reached.get(i));
      }
    }
    return new Found(known, bounds, edges, PrunedStore.saysPruned(summary.gaps()));
  }
}
