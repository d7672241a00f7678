// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import java.util.List;
import org.colophon.core.model.GapCause;
import org.colophon.query.PuzzleHistory;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

final class SvgExporterTest {
  private static String draw(RecordBatchBuilder history, Root root, String directory) {
    LineageQuery query = LineageQuery.builder().root(root).build();
    Lineage lineage = new LineageEngine(SmallStore.of(history)).collect(query);
    ExportOptions plain = ExportOptions.plain();
    ExportOptions options =
        new ExportOptions(false, 0, true, directory, plain.zone(), plain.folded());
    return HostileHistory.write(Exporters.get("svg"), lineage, options);
  }

  @Test
  void drawsCausesLeftOfTheirEffects() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "/bin/cat").file(1, "/w/in").file(2, "/w/out");
    history.access(READ, 1, 1, 1).access(WRITE, 1, 2, 1);
    String svg = draw(history, Root.object(2), "/w");
    assertThat(List.of(x(svg, "object:1.v0"), x(svg, "process:1"), x(svg, "object:2.v0")))
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(svg)
        .contains("class=\"node object root\"", "<title>read</title>", "<title>write</title>")
        .contains(">in</text>", ">cat</text>", "/bin/cat\nprocess:1</title>");
  }

  private static int x(String svg, String id) {
    String box = svg.substring(svg.indexOf("id=\"" + id + "\""));
    return Integer.parseInt(box.replaceFirst("(?s).*?<rect[^>]* x=\"(\\d+)\".*", "$1"));
  }

  @Test
  void marksIncompleteProcesses() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "/bin/a").process(2, "/bin/b").file(1, "/f");
    history.access(WRITE, 2, 1, 1).access(WRITE, 1, 1, 1).gap(1, GapCause.EVENTS_LOST, 3);
    String svg = draw(history, Root.object(1), "");
    assertThat(svg)
        .contains("class=\"node process incomplete\"", ">a [incomplete]</text>", ">b</text>")
        .containsOnlyOnce("incomplete\"")
        .contains("incomplete: 1 gap");
  }

  @Test
  void usesTheColourSchemeThatTheViewerPrefers() {
    assertThat(draw(PuzzleHistory.records(), Root.object(1), ""))
        .contains("@media (prefers-color-scheme: dark)");
  }

  @Test
  void containsNoExternalReferences() {
    assertThat(HostileHistory.write("svg").replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("href", "<script", "@import", "://");
  }
}
