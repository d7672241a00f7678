// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.colophon.core.model.LinkKind.EXEC;
import static org.colophon.core.model.LinkKind.FORK;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.fold.Cluster;
import org.colophon.query.fold.Clusters;
import org.colophon.query.fold.Expansion;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/** Checks views of a traced build: make runs a compiler for each of four sources, and a linker. */
final class GraphViewTest {
  private static final long MAKE = 1;
  private static final long LINKER = 3;
  private static final long PROGRAM = 1;
  private static final long HEADER = 2;

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private LineageReader reader;

  private void build() {
    history.process(MAKE, "/usr/bin/make").file(PROGRAM, "/w/prog").file(HEADER, "/w/all.h");
    for (int i = 0; i < 4; i++) {
      long child = 10 + 2 * i;
      long compiler = child + 1;
      history.process(child, "/usr/bin/make").link(FORK, child, MAKE);
      history.process(compiler, "/usr/bin/cc").link(EXEC, compiler, child);
      history.file(10 + i, "/w/src/s" + i + ".c").file(20 + i, "/w/s" + i + ".o");
      history.access(READ, compiler, 10 + i, 1).access(READ, compiler, HEADER, 1);
      history.access(WRITE, compiler, 20 + i, 1);
    }
    history.process(LINKER - 1, "/usr/bin/make").link(FORK, LINKER - 1, MAKE);
    history.process(LINKER, "/usr/bin/ld").link(EXEC, LINKER, LINKER - 1);
    for (int i = 0; i < 4; i++) {
      history.access(READ, LINKER, 20 + i, 1);
    }
    history.access(WRITE, LINKER, PROGRAM, 1);
  }

  private Lineage lineage(Root root) {
    reader = reader == null ? SmallStore.of(history) : reader;
    return new LineageEngine(reader).collect(LineageQuery.builder().root(root).build());
  }

  private JsonNode show(String... expanded) throws IOException {
    return show(new GraphRequest(List.of(expanded), List.of()));
  }

  private JsonNode show(GraphRequest request) throws IOException {
    return show(lineage(Root.object(PROGRAM)), request);
  }

  private static JsonNode show(Lineage lineage, GraphRequest request) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    GraphJson.write(GraphView.of(lineage, request), out);
    return new ObjectMapper().readTree(out.toByteArray());
  }

  private static List<String> all(JsonNode json, String field) {
    List<String> found = new ArrayList<>();
    json.get("nodes").forEach(node -> found.add(node.path(field).asText()));
    return found;
  }

  private static JsonNode node(JsonNode json, String id) {
    return json.get("nodes").get(all(json, "id").indexOf(id));
  }

  @Test
  void foldsTheCommandAndSimilarFilesAtFirst() throws IOException {
    build();
    JsonNode json = show();
    assertThat(all(json, "id"))
        .containsExactlyInAnyOrder(
            "fold:process:1", "object:1", "object:2", "fold:files:object:13");
    JsonNode make = node(json, "fold:process:1");
    assertThat(make.get("label").asText()).isEqualTo("make (15)");
    assertThat(make.get("target").asText()).isEqualTo("process:1");
    assertThat(node(json, "fold:files:object:13").get("keys"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrder("object:10.v0", "object:11.v0", "object:12.v0", "object:13.v0");
    assertThat(node(json, "object:1").get("root").asBoolean()).isTrue();
    assertThat(json.get("complete").asBoolean()).isTrue();
    assertThat(json.get("runs")).isEmpty();
  }

  @Test
  void namesRunOfEachProcessIfThereAreSeveral() throws IOException {
    build();
    history.process(90, "/bin/sh").process(91, "/bin/gen").link(FORK, 91, 90);
    history.access(WRITE, 91, HEADER, 1).access(READ, LINKER, HEADER, 1);
    history.access(WRITE, LINKER, PROGRAM, 1);

    JsonNode json = show();

    assertThat(json.get("runs"))
        .extracting(run -> run.path("id").asText())
        .containsExactlyInAnyOrder("process:1", "process:90");
    assertThat(node(json, "fold:process:1").path("run").asText()).isEqualTo("process:1");
    assertThat(node(json, "fold:process:90").path("run").asText()).isEqualTo("process:90");
    assertThat(node(json, "object:2").has("run")).isFalse();
  }

  @Test
  void foldsAlikeProcessesWhenTheirParentIsExpanded() throws IOException {
    build();
    JsonNode json = show("fold:process:1");
    assertThat(all(json, "id"))
        .containsExactlyInAnyOrder(
            "process:1",
            "fold:exec:process:3",
            "fold:alike:process:11",
            "fold:files:object:23",
            "fold:files:object:13",
            "object:1",
            "object:2");
    JsonNode compilers = node(json, "fold:alike:process:11");
    assertThat(compilers.get("label").asText()).isEqualTo("4 x cc");
    assertThat(compilers.get("kind").asText()).isEqualTo("alike");
    assertThat(compilers.get("copies").asInt()).isEqualTo(4);
    assertThat(compilers.get("count").asInt()).isEqualTo(8);
    assertThat(compilers.get("expandable").asBoolean()).isTrue();
    assertThat(compilers.get("fold").asText()).isEqualTo("fold:process:1");
    assertThat(compilers.get("collapsible").asBoolean()).isTrue();
  }

  @Test
  void showsOneAlikeProcessWithItsFilesBesideTheRest() throws IOException {
    build();
    JsonNode json = show("fold:process:1", "fold:copy:process:13");
    assertThat(all(json, "id"))
        .contains("fold:exec:process:13", "fold:alike:process:11", "object:11", "object:21");
    assertThat(node(json, "fold:alike:process:11").get("label").asText()).isEqualTo("3 x cc");
    assertThat(node(json, "fold:files:object:13").get("count").asInt()).isEqualTo(3);
    assertThat(node(json, "fold:exec:process:13").get("fold").asText())
        .isEqualTo("fold:copy:process:13");
    assertThat(all(show("fold:process:1", "fold:copy:process:13", "fold:exec:process:13"), "id"))
        .contains("process:12", "process:13");
  }

  @Test
  void showsTheStepsOfASessionIfTheyAreFew() throws IOException {
    session(20);
    assertThat(all(show(), "label")).hasSize(22).contains("UPDATE orders SET price ...");
  }

  @Test
  void foldsSessionOfManySteps() throws IOException {
    session(21);
    assertThat(all(show(), "label")).hasSize(2).contains("connection 4 (22)");
  }

  /** Records a database connection whose statements write the target. */
  private void session(int steps) {
    history.process(MAKE, step("connection 4")).file(PROGRAM, "/w/table");
    for (long i = 2; i < 2 + steps; i++) {
      history.process(i, step("UPDATE orders SET price = price + ? WHERE column" + i + " = ?"));
      history.link(FORK, i, MAKE).access(WRITE, i, PROGRAM, 1);
    }
  }

  private static ProcessDeclaration step(String text) {
    return new ProcessDeclaration(
        Bytes.EMPTY, 0, Bytes.of(text), List.of(), Bytes.EMPTY, RecordBatchBuilder.EPOCH_NANOS);
  }

  @Test
  void listsMembersOfSimilarFilesInTheTitle() throws IOException {
    build();
    assertThat(node(show(), "fold:files:object:13").get("title").asText())
        .isEqualTo("/w/src/s3.c\n/w/src/s2.c\n/w/src/s1.c\n/w/src/s0.c");
    assertThat(all(show("fold:files:object:13"), "id")).contains("object:11", "object:13");
  }

  @Test
  void doesNotFoldTheTarget() throws IOException {
    build();
    JsonNode json = show(lineage(Root.process(11)), new GraphRequest(List.of(), List.of()));
    assertThat(all(json, "id")).contains("process:1", "fold:exec:process:11");
    assertThat(node(json, "fold:exec:process:11").get("root").asBoolean()).isTrue();
  }

  @Test
  void foldsTheMiddleOfALongChain() throws IOException {
    history.file(1, "/w/f1");
    for (int i = 8; i >= 2; i--) {
      history.process(i, "/bin/p" + i).file(i, "/w/f" + i);
      history.access(READ, i, i, 1).access(WRITE, i, i - 1, 1);
    }
    JsonNode json = show();
    assertThat(all(json, "kind")).containsOnlyOnce("chain");
    assertThat(json.get("nodes")).hasSizeLessThan(6);
    assertThat(all(json, "label")).anyMatch(label -> label.endsWith("... (11)"));
  }

  @Test
  void showsOnlyTheChainsBetweenTheEndsOfAPath() throws IOException {
    build();
    List<String> open = List.of("fold:process:1", "fold:copy:process:13");
    GraphRequest request = new GraphRequest(open, List.of("object:1", "object:11"));
    assertThat(all(show(request), "id"))
        .containsExactlyInAnyOrder("object:11", "process:13", "object:21", "process:3", "object:1");
  }

  @Test
  void acceptsFoldsAsEndsOfAPath() throws IOException {
    build();
    GraphRequest request = new GraphRequest(List.of(), List.of("fold:process:1", "object:2"));
    assertThat(all(show(request), "id")).contains("object:2").doesNotContain("object:1");
  }

  @Test
  void rejectsAPathWhoseEndsNoChainConnects() {
    build();
    assertNotFound(
        List.of("object:10", "object:11"), "no chain that respects time joins object:10");
    assertNotFound(List.of("object:1", "object:99"), "object:99 is not in this graph");
    assertThatThrownBy(() -> new GraphRequest(List.of(), List.of("object:1")))
        .hasMessageContaining("path needs two ends");
  }

  private void assertNotFound(List<String> path, String message) {
    assertThatThrownBy(() -> show(new GraphRequest(List.of(), path)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining(message);
  }

  @Test
  void marksFoldsWithGaps() throws IOException {
    build();
    history.gap(11, GapCause.EVENTS_LOST, 2);
    JsonNode json = show();
    assertThat(json.get("complete").asBoolean()).isFalse();
    assertThat(json.get("gaps").get(0).asText()).contains("process:11");
    assertThat(node(json, "fold:process:1").get("incomplete").asBoolean()).isTrue();
    assertThat(node(json, "object:1").has("incomplete")).isFalse();
  }

  @Test
  void identifiesFormerVersionsByAnLsn() throws IOException {
    history.process(1, "/bin/a").process(2, "/bin/b").file(1, "/w/out").file(2, "/w/f");
    history.access(WRITE, 1, 2, 1).access(READ, 2, 2, 1).cut(1, 2);
    long cut = history.lastLsn();
    history.access(WRITE, 1, 2, 1).access(READ, 2, 2, 1).access(WRITE, 2, 1, 1);
    assertThat(all(show(), "id")).contains("object:2", "object:2@" + (cut - 1));
  }

  @Test
  void writesTenThousandNodesInAMegabyteAndAHalf() throws IOException {
    Lineage lineage = RandomLineage.of(1, 10_000, 20_000);
    List<String> open = new ArrayList<>();
    while (open.addAll(folds(Expansion.of(lineage, open)))) {
      assertThat(open).doesNotHaveDuplicates();
    }
    GraphView view = GraphView.of(lineage, new GraphRequest(open, List.of()));
    assertThat(view.clusters().all()).hasSize(10_000);
    assertThat(view.edges().size()).isGreaterThan(19_900);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream compressed = new GZIPOutputStream(out)) {
      GraphJson.write(view, compressed);
    }
    assertThat(out.size()).isBetween(100_000, 1_500_000);
  }

  private static List<String> folds(Clusters clusters) {
    return clusters.all().stream().filter(Cluster::isFold).map(Cluster::id).toList();
  }
}
