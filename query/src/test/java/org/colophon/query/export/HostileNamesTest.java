// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.query.SmallStore;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.LineageExporter;
import org.colophon.query.prov.ProvNames;
import org.colophon.query.report.Report;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Checks that an independent parser of each format reads the original names. */
final class HostileNamesTest {
  private static final int NODES = HostileHistory.NAMES.size() + 2;

  private static Set<String> displayed() {
    return HostileHistory.NAMES.stream().map(Bytes::display).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tree",
        "table",
        "json",
        "dot",
        "prov-json",
        "prov-n",
        "prov-turtle",
        "prov-jsonld",
        "graphml",
        "svg"
      })
  void writesOnlyTerminalSafeCharacters(String format) {
    String text = HostileHistory.write(format);
    assertThat(text.codePoints().filter(c -> c != '\n' && c != '\t').boxed())
        .allMatch(c -> !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT);
  }

  @Test
  void printsOneLinePerNodeOfATree() {
    String tree = HostileHistory.write("tree");
    assertThat(tree.lines()).hasSize(NODES);
    assertThat(tree).contains("new\\nline", "\\xff\\xfex");
  }

  @Test
  void writesTheSameNumberOfColumnsInEachRow() {
    List<String> lines = HostileHistory.write("table").lines().toList();
    assertThat(lines).hasSize(NODES);
    assertThat(lines).allMatch(line -> line.split("\t", -1).length == 10);
  }

  @Test
  void keepsEveryByteOfANameInJson() throws Exception {
    JsonNode json = new ObjectMapper().readTree(HostileHistory.write("json"));
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly("format", "version", "query", "nodes", "edges", "summary");
    Set<Bytes> names = new HashSet<>();
    for (JsonNode node : json.get("nodes")) {
      if (node.get("type").asText().equals("object")) {
        names.add(
            node.has("nameBase64")
                ? Bytes.wrap(Base64.getDecoder().decode(node.get("nameBase64").asText()))
                : Bytes.of(node.get("name").asText()));
      }
    }
    assertThat(names).containsAll(HostileHistory.NAMES);
    assertThat(json.get("edges")).hasSize(NODES - 1);
  }

  @Test
  void passesOneNodePerNameToGraphviz() throws Exception {
    String parsed = graphviz(HostileHistory.write("dot"));
    JsonNode json = new ObjectMapper().readTree(parsed);
    Set<String> titles = new HashSet<>();
    for (JsonNode object : json.get("objects")) {
      titles.add(
          object
              .get("tooltip")
              .asText()
              .replace("\\\\", "\\")
              .replace("&amp;", "&")
              .replace("\\\"", "\""));
    }
    assertThat(json.get("objects")).hasSize(NODES);
    assertThat(json.get("edges")).hasSize(NODES - 1);
    assertThat(titles).containsAll(displayed());
  }

  private static String graphviz(String dot) throws Exception {
    Process process = new ProcessBuilder("dot", "-Tdot_json").start();
    try (var in = process.getOutputStream()) {
      in.write(dot.getBytes(StandardCharsets.UTF_8));
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return text;
  }

  @Test
  void drawsOneShapePerNode() throws Exception {
    Document svg = xml(HostileHistory.write("svg"));
    NodeList groups = svg.getElementsByTagName("g");
    Set<String> ids = new HashSet<>();
    Set<String> titles = new HashSet<>();
    for (int i = 0; i < groups.getLength(); i++) {
      var group = (Element) groups.item(i);
      if (group.getAttribute("class").startsWith("node")) {
        ids.add(group.getAttribute("id"));
        String title = group.getElementsByTagName("title").item(0).getTextContent();
        titles.add(title.lines().findFirst().orElseThrow());
      }
    }
    assertThat(titles).containsAll(displayed());
    assertThat(ids).hasSize(NODES).contains("process:1", "object:100.v0");
  }

  @Test
  void passesDisplayedNamesToGraphmlReaders() throws Exception {
    Document graphml = xml(HostileHistory.write("graphml"));
    Set<String> names = new HashSet<>();
    NodeList data = graphml.getElementsByTagName("data");
    for (int i = 0; i < data.getLength(); i++) {
      names.add(data.item(i).getTextContent());
    }
    assertThat(graphml.getElementsByTagName("node").getLength()).isEqualTo(NODES);
    assertThat(graphml.getElementsByTagName("edge").getLength()).isEqualTo(NODES - 1);
    assertThat(names).containsAll(displayed());
  }

  private static Document xml(String text) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return factory.newDocumentBuilder().parse(in);
  }

  @Test
  void writesOneProvNStatementPerLine() {
    String plain = "[^\"\\\\\\n\\r]*+";
    String literal = "\"" + plain + "(?:\\\\[\"\\\\tbnrf]" + plain + ")*+\"";
    String attribute = "[a-zA-Z]+:[a-zA-Z]+=" + literal;
    Pattern statement =
        Pattern.compile(
            "  [a-zA-Z]+\\([-a-zA-Z0-9:._]+(, [-a-zA-Z0-9:._]+)*(, \\["
                + attribute
                + "(, "
                + attribute
                + ")*\\])?\\)");
    List<String> lines = HostileHistory.write("prov-n").lines().toList();
    assertThat(lines.get(0)).isEqualTo("document");
    assertThat(lines.get(lines.size() - 1)).isEqualTo("endDocument");
    int begin = 1 + ProvNames.prefixes().size();
    assertThat(lines.subList(begin, lines.size() - 1))
        .allMatch(l -> statement.matcher(l).matches());
  }

  @Test
  void passesDisplayedLabelsToPythonProv() throws Exception {
    JsonNode seen =
        new ObjectMapper().readTree(PythonTools.roundTripProv(HostileHistory.write("prov-json")));
    Set<String> labels = new HashSet<>();
    seen.get("labels").forEach(label -> labels.add(label.asText()));
    assertThat(labels).containsAll(displayed());
    assertThat(seen.get("counts").get("ProvEntity").asInt()).isEqualTo(2 * (NODES - 1));
    assertThat(seen.get("counts").get("ProvActivity").asInt()).isEqualTo(1);
    assertThat(seen.get("counts").get("ProvAgent").asInt()).isEqualTo(1);
  }

  @Test
  void escapesNamesInReports() throws Exception {
    RecordBatchBuilder history = new RecordBatchBuilder();
    Bytes name = HostileHistory.NAMES.get(2);
    history.process(1, name.toString()).file(1, "/x").file(2, "/y");
    history.access(READ, 1, 1, 1);
    history.access(WRITE, 1, 2, 1).bind(1, 2, name);
    history.extended(1, 2, "\u001b[31m\n", Bytes.EMPTY);
    LineageEngine engine = new LineageEngine(SmallStore.of(history));
    var query = LineageQuery.builder().root(Root.object(2)).build();
    List<Report> reports =
        List.of(
            engine.why(query, List.of(Root.object(1))),
            engine.history(name, Lsn.LATEST),
            engine.diff(query, query.toBuilder().dataOnly(true).build()),
            engine.show(Root.object(2)),
            engine.show(Root.process(1)));
    for (Report report : reports) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      Reports.writeText(report, ExportOptions.plain(), text);
      ByteArrayOutputStream json = new ByteArrayOutputStream();
      Reports.writeJson(report, ExportOptions.plain(), json);
      assertThat(text.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b").isNotBlank();
      JsonNode parsed = new ObjectMapper().readTree(json.toByteArray());
      assertThat(parsed.get("format").asText()).startsWith("colophon-");
      assertThat(json.toString(StandardCharsets.US_ASCII)).doesNotContain("\u001b");
    }
  }

  @Test
  void listsTheKnownFormatsWhenAFormatIsUnknown() {
    assertThat(Exporters.all())
        .extracting(LineageExporter::name)
        .allMatch(name -> name.equals(name.toLowerCase(Locale.ROOT)));
    assertThatThrownBy(() -> Exporters.get("gif"))
        .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_REQUEST)
        .hasMessageContaining("svg, prov-json, prov-n, prov-turtle, prov-jsonld, graphml");
  }
}
