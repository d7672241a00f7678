// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.export.Exporters;
import org.colophon.query.format.ExportOptions;
import org.colophon.reporters.dsl.Runs;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports a document with all relations of PROV-DM, and checks that its export has them. */
class ProvRelationsTest {
  private static final Path SCRIPTS = Path.of("src/test/scripts");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path directory;

  private static Lineage whole(Runs runs) {
    LineageReader reader = runs.reader();
    LineageQuery.Builder query = LineageQuery.builder().maxNodes(1_000_000);
    for (long id = 1; id <= reader.lastProcess(); id++) {
      query.root(Root.process(id));
    }
    for (long id = 1; id <= reader.lastObject(); id++) {
      query.root(Root.object(id));
    }
    return runs.engine().collect(query.build());
  }

  /** Exports everything. */
  static void export(Runs runs, String format, Path file) throws IOException {
    export(whole(runs), format, file);
  }

  private static void export(Lineage lineage, String format, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      Exporters.get(format).write(lineage, ExportOptions.plain(), out);
    }
  }

  private static JsonNode exported(Runs runs, Path file) throws IOException {
    export(runs, "prov-json", file);
    return MAPPER.readTree(file.toFile());
  }

  private Path document() throws IOException {
    Path document = directory.resolve("relations.json");
    try (InputStream in =
        ProvRelationsTest.class.getResourceAsStream("/documents/relations.json")) {
      Files.copy(in, document);
    }
    return document;
  }

  private Runs imported(Path document, String store) {
    Runs runs = new Runs(directory.resolve(store));
    runs.run("prov-json", Map.of("from", document.toString()));
    assertThat(runs.kernel.status().refused()).isZero();
    runs.settle();
    return runs;
  }

  @Test
  void exportsEveryRelationOfAnImportedDocument() throws Exception {
    Path document = document();
    List<String> original = ProvStatements.of(MAPPER.readTree(document.toFile()), false);
    Path first = directory.resolve("first.json");
    Path second = directory.resolve("second.json");
    Map<String, Set<String>> ancestors;
    JsonNode exported;
    try (Runs runs = imported(document, "one")) {
      exported = exported(runs, first);
      assertThat(ProvStatements.of(exported, false)).containsExactlyInAnyOrderElementsOf(original);
      ancestors = ancestors(runs);
    }
    try (Runs runs = imported(first, "two")) {
      JsonNode again = exported(runs, second);
      assertThat(ProvStatements.of(again, false)).containsExactlyInAnyOrderElementsOf(original);
      assertThat(again.get("entity")).hasSameSizeAs(exported.get("entity"));
      assertThat(again.findValuesAsText("colophon:imported"))
          .containsExactlyInAnyOrderElementsOf(exported.findValuesAsText("colophon:imported"));
      assertThat(ancestors(runs)).isEqualTo(ancestors);
    }
  }

  private static Map<String, Set<String>> ancestors(Runs runs) {
    Map<String, Set<String>> ancestors = new TreeMap<>();
    for (String name : List.of("e1", "e2", "e3", "collection", "trigger")) {
      ancestors.put(name, runs.ancestors("http://e/" + name));
    }
    return ancestors;
  }

  @Test
  void exportsTheSameRelationsAsProvN() throws Exception {
    Path document = document();
    Path file = directory.resolve("relations.provn");
    try (Runs runs = imported(document, "one")) {
      export(runs, "prov-n", file);
    }
    JsonNode read = MAPPER.readTree(PythonTools.run(SCRIPTS.resolve("provn_to_json.py"), file));
    assertThat(ProvStatements.of(read, true))
        .containsExactlyInAnyOrderElementsOf(
            ProvStatements.of(MAPPER.readTree(document.toFile()), true));
  }

  @Test
  void exportsSameRdfAsTurtleAndJsonLd() throws Exception {
    ObjectNode tree = (ObjectNode) MAPPER.readTree(document().toFile());
    tree.remove(List.of("bundle", "mentionOf"));
    // The library cannot read references to relations with blank ids.
    ((ObjectNode) tree.at("/wasDerivedFrom/_:d2")).remove("prov:generation");
    Path document = directory.resolve("flat.json");
    MAPPER.writeValue(document.toFile(), tree);
    Path json = directory.resolve("exported.json");
    Path turtle = directory.resolve("exported.ttl");
    Path linked = directory.resolve("exported.jsonld");
    try (Runs runs = imported(document, "one")) {
      export(runs, "prov-json", json);
      export(runs, "prov-turtle", turtle);
      export(runs, "prov-jsonld", linked);
    }
    String rdf =
        PythonTools.compareProv(
            Files.readString(json), Files.readString(turtle), Files.readString(linked));
    JsonNode numbers = MAPPER.readTree(rdf);
    assertThat(numbers.get("relations").asInt()).isGreaterThan(20);
  }

  @Test
  void refusesRelationsThatAFormCannotExpress() throws Exception {
    Path file = directory.resolve("refused");
    try (Runs runs = imported(document(), "one")) {
      assertThatThrownBy(() -> export(runs, "prov-turtle", file))
          .hasMessageContaining("Turtle cannot contain the imported bundle");
      assertThatThrownBy(() -> export(runs, "prov-jsonld", file))
          .hasMessageContaining("PROV-JSONLD cannot express the imported mentionOf");
    }
    assertThat(file).isEmptyFile();
  }

  @Test
  void exportsRelationsOfALineageOnly() throws Exception {
    try (Runs runs = imported(document(), "one")) {
      Root root = Root.object(runs.object("http://e/trigger"));
      Lineage lineage = runs.engine().collect(LineageQuery.builder().root(root).build());
      Path file = directory.resolve("trigger.json");
      export(lineage, "prov-json", file);
      assertThat(ProvStatements.of(MAPPER.readTree(file.toFile()), false)).isEmpty();
    }
  }

  @Test
  void keepsRelationsAddedToAnExport() throws Exception {
    Path document = directory.resolve("edited.json");
    Files.writeString(
        document,
        """
        {"prefix": {"object": "urn:colophon:object:", "process": "urn:colophon:process:",
          "colophon": "urn:colophon:", "ex": "http://e/"},
         "entity": {"object:1.v0": {"prov:label": "/f"}, "object:1": {}},
         "activity": {"process:1": {"prov:label": "cp"}},
         "specializationOf": {
          "_:1": {"prov:specificEntity": "object:1.v0", "prov:generalEntity": "object:1"}},
         "wasGeneratedBy": {"_:2": {"prov:entity": "object:1.v0", "prov:activity": "process:1",
          "colophon:firstLsn": "5", "colophon:lastLsn": "5"}},
         "alternateOf": {"_:3": {"prov:alternate1": "ex:copy", "prov:alternate2": "object:1.v0"}}}
        """);
    try (Runs runs = imported(document, "one")) {
      assertThat(ProvStatements.of(exported(runs, directory.resolve("again.json")), false))
          .containsExactly(
              "alternateOf {prov:alternate1=http://e/copy, prov:alternate2=/f}",
              "wasGeneratedBy {prov:activity=cp, prov:entity=/f}");
      assertThat(runs.ancestors("http://e/copy")).containsExactly("/f", "cp");
    }
  }
}
