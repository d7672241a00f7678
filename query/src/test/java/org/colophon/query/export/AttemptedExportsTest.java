// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.query.SmallStore;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.prov.ProvNames;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Checks that every export marks exactly the writes that may not have taken effect. */
final class AttemptedExportsTest {
  /**
   * Exports a lineage: one statement may have written two tables, and another statement wrote the
   * first table from the same source.
   */
  private static String export(String format) {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/in").file(2, "/out").file(3, "/other").file(4, "/also");
    for (int process = 1; process <= 2; process++) {
      Bytes text = Bytes.of("insert " + process);
      history.process(
          process, new ProcessDeclaration(Bytes.EMPTY, 0, text, List.of(), Bytes.EMPTY, 0));
    }
    history.access(READ, 1, 1, 1).access(READ, 1, 4, 1);
    history.access(WRITE, 1, 2, 1).extended(1, 2, "sql/attempted", Bytes.EMPTY);
    history.access(WRITE, 1, 3, 1).extended(1, 3, "sql/attempted", Bytes.EMPTY);
    history.access(READ, 2, 1, 1).access(WRITE, 2, 2, 1);
    LineageQuery query = LineageQuery.builder().root(Root.object(2)).root(Root.object(3)).build();
    var lineage = new LineageEngine(SmallStore.of(history)).collect(query);
    return HostileHistory.write(Exporters.get(format), lineage, ExportOptions.plain());
  }

  @Test
  void drawsADashedLineWhenAWriteWasAttempted() {
    String attempted =
        "[label=\"write [attempted]\", style=dashed,"
            + " edgetooltip=\"the source does not report whether this took effect\"];";
    List<String> edges = export("dot").lines().filter(line -> line.contains(" -> ")).toList();
    assertThat(edges).filteredOn(line -> line.contains("attempted")).hasSize(2);
    assertThat(edges)
        .contains("  \"process:1\" -> \"object:2.v0\" " + attempted)
        .contains("  \"process:1\" -> \"object:3.v0\" " + attempted)
        .contains("  \"process:2\" -> \"object:2.v0\" [label=\"write\"];");
  }

  @Test
  void drawsAnAttemptedWriteDashedInSvg() {
    assertThat(export("svg"))
        .contains("<title>write [attempted]: the source does not report whether this took effect<")
        .contains("class=\"edge weak\"", ".weak path { stroke-dasharray");
  }

  @Test
  void marksAttemptedGenerationsAndTheirDerivationsInProv() throws Exception {
    String text = export("prov-json");
    assertThat(Constraints.check(text).getMalformedStatements()).isNull();
    JsonNode document = new ObjectMapper().readTree(text);
    assertThat(marks(document, "wasGeneratedBy"))
        .isEqualTo(
            Map.of(
                "object:2.v0 process:1", "true",
                "object:3.v0 process:1", "true",
                "object:2.v0 process:2", ""));
    assertThat(marks(document, "wasDerivedFrom"))
        .as("a certain write overrides an attempted one")
        .isEqualTo(
            Map.of(
                "object:2.v0 object:1.v0", "",
                "object:2.v0 object:4.v0", "true",
                "object:3.v0 object:1.v0", "true",
                "object:3.v0 object:4.v0", "true"));
    assertThat(marks(document, "used")).doesNotContainValue("true");
    assertThat(export("prov-n").lines().filter(line -> line.contains("colophon:attempted=")))
        .hasSize(5);
  }

  private static Map<String, String> marks(JsonNode document, String relation) {
    List<String> ends = ProvNames.arguments(relation);
    Map<String, String> marks = new TreeMap<>();
    for (JsonNode each : document.get(relation)) {
      String key = each.get(ends.get(0)).asText() + " " + each.get(ends.get(1)).asText();
      marks.put(key, each.path("colophon:attempted").asText());
    }
    return marks;
  }

  @Test
  void hasABooleanOnEachEdgeInGraphml() throws Exception {
    byte[] text = export("graphml").getBytes(StandardCharsets.UTF_8);
    Element graph =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(text))
            .getDocumentElement();
    assertThat(new String(text, StandardCharsets.UTF_8))
        .contains("id=\"attempted\" for=\"edge\" attr.name=\"attempted\" attr.type=\"boolean\"");
    NodeList edges = graph.getElementsByTagName("edge");
    int attempts = 0;
    for (int i = 0; i < edges.getLength(); i++) {
      Element edge = (Element) edges.item(i);
      boolean isOfFirst = edge.getAttribute("target").equals("process:1");
      assertThat(attempted(edge)).isEqualTo(Boolean.toString(isOfFirst));
      attempts += isOfFirst ? 1 : 0;
    }
    assertThat(attempts).isEqualTo(2);
  }

  private static String attempted(Element edge) {
    NodeList data = edge.getElementsByTagName("data");
    for (int i = 0; i < data.getLength(); i++) {
      if (((Element) data.item(i)).getAttribute("key").equals("attempted")) {
        return data.item(i).getTextContent();
      }
    }
    return "missing";
  }
}
