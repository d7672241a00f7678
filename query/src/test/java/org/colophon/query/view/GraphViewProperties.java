// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;

/** Checks views of random lineages. */
final class GraphViewProperties {
  private static GraphView view(Lineage lineage, Set<String> expanded) {
    return GraphView.of(lineage, new GraphRequest(List.copyOf(expanded), List.of()));
  }

  private static byte[] json(GraphView view) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    GraphJson.write(view, out);
    return out.toByteArray();
  }

  private static Set<String> texts(JsonNode json, String field) {
    Set<String> found = new TreeSet<>();
    json.get("nodes").forEach(node -> found.add(node.path(field).asText()));
    return found;
  }

  private static Set<String> folds(JsonNode json) {
    Set<String> found = new TreeSet<>();
    StreamSupport.stream(json.get("nodes").spliterator(), false)
        .filter(node -> node.path("expandable").asBoolean())
        .forEach(node -> found.add(node.get("id").asText()));
    return found;
  }

  @Property(tries = 200)
  void showsEveryEdgeBetweenShownNodes(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int nodes,
      @ForAll @IntRange(max = 100) int edges) {
    Lineage lineage = RandomLineage.of(seed, nodes, edges);
    GraphView view = view(lineage, Set.of());
    Map<String, Long> expected = new HashMap<>();
    for (LineageEdge edge : lineage.edges()) {
      int from = cluster(view, edge.cause());
      int to = cluster(view, edge.effect());
      if (from != to) {
        boolean isStart = edge.kind() == EdgeKind.FORK || edge.kind() == EdgeKind.EXEC;
        String kind = isStart ? "start" : edge.kind().name().toLowerCase(Locale.ROOT);
        expected.merge(from + " " + kind + " " + to, edge.count(), Long::sum);
      }
    }
    Map<String, Long> shown = new HashMap<>();
    view.edges().forEach(e -> shown.put(e.from() + " " + e.word() + " " + e.to(), e.count()));
    assertThat(shown).isEqualTo(expected);
  }

  /** Returns the index of a node's cluster. */
  private static int cluster(GraphView view, int node) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < view.clusters().all().size(); i++) {
      if (view.clusters().all().get(i).members().stream().anyMatch(m -> m.index() == node)) {
        found.add(i);
      }
    }
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Property(tries = 100)
  void restoresTheViewWhenAnExpandedFoldIsCollapsed(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int nodes,
      @ForAll @IntRange(max = 100) int edges)
      throws IOException {
    Lineage lineage = RandomLineage.of(seed, nodes, edges);
    byte[] before = json(view(lineage, Set.of()));
    for (String fold : folds(new ObjectMapper().readTree(before))) {
      JsonNode open = new ObjectMapper().readTree(json(view(lineage, Set.of(fold))));
      assertThat(texts(open, "id")).doesNotContain(fold);
      assertThat(texts(open, "fold")).as("ids that collapse a fold").contains(fold);
      Set<String> expanded = new HashSet<>(Set.of(fold));
      expanded.remove(texts(open, "fold").stream().filter(fold::equals).findFirst().orElseThrow());
      assertThat(json(view(lineage, expanded))).isEqualTo(before);
    }
  }

  @Property(tries = 100)
  void showsEveryNodeAloneWhenAllFoldsAreExpanded(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int nodes,
      @ForAll @IntRange(max = 100) int edges)
      throws IOException {
    Lineage lineage = RandomLineage.of(seed, nodes, edges);
    Set<String> expanded = new HashSet<>();
    JsonNode json = new ObjectMapper().readTree(json(view(lineage, expanded)));
    while (!folds(json).isEmpty()) {
      assertThat(expanded.addAll(folds(json))).isTrue();
      json = new ObjectMapper().readTree(json(view(lineage, expanded)));
    }
    assertThat(texts(json, "id")).hasSize(nodes);
  }

  @Property(tries = 100)
  void showsExactlyTheTimeOrderedChainsBetweenTheEndsOfAPath(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 14) int nodes,
      @ForAll @IntRange(max = 30) int edges) {
    Lineage lineage = RandomLineage.of(seed, nodes, edges);
    BitSet from = BitSet.valueOf(new long[] {1});
    BitSet to = BitSet.valueOf(new long[] {2});
    Set<Long> expected = onChains(lineage, 0, 1);
    if (expected.isEmpty()) {
      expected = onChains(lineage, 1, 0);
    }
    Set<Long> kept = new HashSet<>();
    TimedPaths.between(lineage, from, to).nodes().forEach(node -> kept.add(node.id()));
    assertThat(kept).isEqualTo(expected);
  }

  /** Returns the ids of the nodes on time-ordered chains from one node to the other. */
  private static Set<Long> onChains(Lineage lineage, int from, int to) {
    Map<Integer, Long> first = arrivals(lineage, from, 0);
    Set<Long> found = new HashSet<>();
    for (Map.Entry<Integer, Long> each : first.entrySet()) {
      if (arrivals(lineage, each.getKey(), each.getValue()).containsKey(to)) {
        found.add(lineage.nodes().get(each.getKey()).id());
      }
    }
    return first.containsKey(to) ? found : Set.of();
  }

  private static Map<Integer, Long> arrivals(Lineage lineage, int from, long lsn) {
    Map<Integer, Long> found = new HashMap<>(Map.of(from, lsn));
    boolean isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (LineageEdge edge : lineage.edges()) {
        Long at = found.get(edge.cause());
        boolean isTimeless = edge.kind() == EdgeKind.SENT;
        if (at != null && (isTimeless || at <= edge.lastLsn())) {
          long next = isTimeless ? 0 : Math.max(at, edge.firstLsn());
          Long before = found.get(edge.effect());
          if (before == null || next < before) {
            found.put(edge.effect(), next);
            isChanged = true;
          }
        }
      }
    }
    return found;
  }
}
