// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

final class TreeExporterTest {
  private final RecordBatchBuilder history = new RecordBatchBuilder();

  private List<String> draw(LineageQuery query, ExportOptions options) {
    var lineage = new LineageEngine(SmallStore.of(history)).collect(query);
    return HostileHistory.write(Exporters.get("tree"), lineage, options).lines().toList();
  }

  private static LineageQuery.Builder of(long object) {
    return LineageQuery.builder().root(Root.object(object));
  }

  private void diamond() {
    history.file(1, "/w/in").file(2, "/w/left").file(3, "/w/right").file(4, "/w/out");
    history.process(1, "/bin/split").process(2, "/bin/join");
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1).access(WRITE, 1, 3, 1);
    history.access(READ, 2, 2, 1).access(READ, 2, 3, 1).access(WRITE, 2, 4, 1);
  }

  @Test
  void expandsSharedNodesOnlyOnce() {
    diamond();
    assertThat(draw(of(4).build(), ExportOptions.plain()))
        .containsExactly(
            "/w/out  [object:4.v0 @12]",
            "└─ written by /bin/join  [process:2 pid 2 @12]",
            "   ├─ read /w/right  [object:3.v0 @11]",
            "   │  └─ written by /bin/split  [process:1 pid 1 @9]",
            "   │     └─ read /w/in  [object:1.v0 @7]",
            "   └─ read /w/left  [object:2.v0 @10]",
            "      └─ written by /bin/split  [process:1 pid 1 @9] see above");
  }

  @Test
  void reportsNodesBeyondTheDepthAndGaps() {
    diamond();
    history.gap(2, GapCause.STARTED_BEFORE, 1).access(WRITE, 2, 4, 1);
    assertThat(draw(of(4).maxDepth(1).build(), ExportOptions.plain()))
        .contains(
            "   │  └─ ... 1 more beyond",
            "1 more beyond depth 1",
            "incomplete: 1 gap (see colophon status): running before it was watched in process:2"
                + " (1, known at LSN 13)");
  }

  @Test
  void staysWithinTheWidthAndShowsRelativePaths() {
    history.file(1, "/w/" + "x".repeat(300)).file(2, "/w/out").process(1, "/bin/join");
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
    var options = new ExportOptions(false, 60, false, "/w", ZoneOffset.UTC, false);
    List<String> lines = draw(of(2).build(), options);
    assertThat(lines).allMatch(line -> line.length() <= 60);
    assertThat(lines.get(0)).startsWith("out ");
    assertThat(lines.get(2)).startsWith("   `- read xxx").contains("xxx...xxx");
  }

  /**
   * Records a statement from a log without outcomes. Unlike programs of the host, it has no pid.
   */
  private void attempt() {
    history.file(1, "/w/in").file(2, "/w/out").file(3, "/w/sure");
    Bytes text = Bytes.of("insert into t");
    history.process(1, new ProcessDeclaration(Bytes.EMPTY, 0, text, List.of(), Bytes.EMPTY, 0));
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1).access(WRITE, 1, 3, 1);
    history.extended(1, 2, "sql/attempted", Bytes.of("not told"));
  }

  private static String draw(Lineage lineage) {
    String tree = HostileHistory.write(Exporters.get("tree"), lineage, ExportOptions.plain());
    return tree.lines().toList().get(1);
  }

  @Test
  void marksWritesThatMayNotHaveTakenEffect() throws Exception {
    attempt();
    var engine = new LineageEngine(SmallStore.of(history));
    var lineage = engine.collect(of(2).build());
    assertThat(draw(lineage)).startsWith("└─ written by [attempted] insert into t");
    assertThat(draw(engine.collect(of(3).build()))).startsWith("└─ written by insert into t");
    ExportOptions plain = ExportOptions.plain();
    assertThat(HostileHistory.write(Exporters.get("table"), lineage, plain).lines().toList())
        .anyMatch(line -> line.contains("\twrite\t") && line.endsWith("\tattempted"))
        .anyMatch(line -> line.contains("\tread\t") && line.endsWith("\t"));
    assertThat(HostileHistory.write(Exporters.get("json"), lineage, plain))
        .containsOnlyOnce("\"attempted\" : true");
  }

  @Test
  void marksWritesThatMayNotHaveTakenEffectInExplanations() throws Exception {
    attempt();
    var why = new LineageEngine(SmallStore.of(history)).why(of(2).build(), List.of(Root.object(1)));
    var text = new ByteArrayOutputStream();
    Reports.writeText(why, ExportOptions.plain(), text);
    assertThat(text.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("[attempted]")
        .contains("  written by [attempted] insert into t");
    var json = new ByteArrayOutputStream();
    Reports.writeJson(why, ExportOptions.plain(), json);
    assertThat(json.toString(StandardCharsets.UTF_8)).containsOnlyOnce("\"attempted\" : true");
  }

  @Test
  void showsFullPathsWhenTheDirectoryIsTheRoot() {
    history.file(1, "/w/in").file(2, "/w/out").process(1, "/bin/join");
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
    var options = new ExportOptions(false, 0, false, "/", ZoneOffset.UTC, false);
    assertThat(draw(of(2).build(), options).get(0)).startsWith("/w/out ");
  }

  @Test
  void coloursOnlyWhenRequested() {
    diamond();
    var coloured = new ExportOptions(true, 0, true, "", ZoneOffset.UTC, false);
    assertThat(String.join("", draw(of(4).build(), coloured)))
        .contains("\u001b[33m/bin/join\u001b[0m");
  }

  @Test
  void drawsAChainOfAnyDepth() {
    history.file(1, "/c/1");
    for (int i = 1; i <= 3000; i++) {
      history.process(i, "/bin/step").file(i + 1, "/c/" + (i + 1));
      history.access(READ, i, i, 1).access(WRITE, i, i + 1, 1);
    }
    assertThat(draw(of(3001).build(), ExportOptions.plain())).hasSize(6001);
  }
}
