package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.GapCause;
import org.colophon.query.SmallStore;
import org.colophon.query.api.Direction;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.format.CertifiedState;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.format.ExportSource;
import org.colophon.query.format.LineageExporter;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/** Checks that statements have the structure of in-toto Statement v1 and SLSA Provenance v1. */
final class InTotoExporterTest {
  /** Fields that the specifications define, by the path of their object. */
  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "", Set.of("_type", "subject", "predicateType", "predicate"),
          "/predicate", Set.of("buildDefinition", "runDetails"),
          "/predicate/buildDefinition",
              Set.of(
                  "buildType", "externalParameters", "internalParameters", "resolvedDependencies"),
          "/predicate/runDetails", Set.of("builder", "metadata", "byproducts"),
          "/predicate/runDetails/builder", Set.of("id", "version", "builderDependencies"),
          "/predicate/runDetails/metadata", Set.of("invocationId", "startedOn", "finishedOn"));

  private static final Set<String> DESCRIPTOR =
      Set.of("name", "uri", "digest", "content", "downloadLocation", "mediaType", "annotations");

  private static RecordBatchBuilder history() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/in").file(2, "/part").file(3, "/out").process(1, "/bin/p");
    history.process(2, "/bin/q").access(READ, 1, 1, 5).access(WRITE, 1, 2, 5);
    return history.access(READ, 2, 2, 5).access(WRITE, 2, 3, 5);
  }

  private static Lineage lineage(RecordBatchBuilder history, Direction direction, Root... roots) {
    LineageQuery query = LineageQuery.builder().roots(List.of(roots)).direction(direction).build();
    return new LineageEngine(SmallStore.of(history)).collect(query);
  }

  private static JsonNode export(RecordBatchBuilder history, Root... roots) throws Exception {
    ExportOptions options =
        new ExportOptions(
            false,
            0,
            true,
            "",
            ZoneOffset.UTC,
            false,
            () -> new ExportSource("00000000000000ab", "web", 77),
            CertifiedState.NONE);
    Lineage lineage = lineage(history, Direction.ANCESTORS, roots);
    LineageExporter exporter = Exporters.get("in-toto");
    assertThat(exporter.leavesOut(lineage)).isEmpty();
    String text = HostileHistory.write(exporter, lineage, options);
    JsonNode statement = new ObjectMapper().readTree(text);
    requireStructure(statement);
    return statement;
  }

  private static void requireStructure(JsonNode statement) throws Exception {
    FIELDS.forEach(
        (path, allowed) -> {
          JsonNode object = statement.at(path);
          assertThat(object.isObject()).as(path).isTrue();
          object
              .fieldNames()
              .forEachRemaining(
                  name -> {
                    if (!name.startsWith("colophon_")) {
                      assertThat(allowed).as(path).contains(name);
                    }
                  });
        });
    assertThat(statement.path("_type").asText()).isEqualTo("https://in-toto.io/Statement/v1");
    assertThat(statement.path("predicateType").asText())
        .isEqualTo("https://slsa.dev/provenance/v1");
    assertThat(statement.path("subject")).isNotEmpty();
    JsonNode metadata = statement.at("/predicate/runDetails/metadata");
    for (String time : List.of("startedOn", "finishedOn")) {
      if (metadata.has(time)) {
        assertThat(Instant.parse(metadata.path(time).asText())).isNotNull();
      }
    }
    List<JsonNode> descriptors = new ArrayList<>();
    statement.path("subject").forEach(descriptors::add);
    statement.at("/predicate/buildDefinition/resolvedDependencies").forEach(descriptors::add);
    statement.at("/predicate/runDetails/byproducts").forEach(descriptors::add);
    for (JsonNode each : descriptors) {
      each.fieldNames().forEachRemaining(name -> assertThat(DESCRIPTOR).contains(name));
      byte[] uri = each.path("uri").asText().getBytes(StandardCharsets.UTF_8);
      assertThat(each.at("/digest/colophonVersion").asText())
          .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(uri)));
    }
  }

  private static List<String> uris(JsonNode descriptors) {
    List<String> all = new ArrayList<>();
    descriptors.forEach(each -> all.add(each.path("uri").asText()));
    return all;
  }

  @Test
  void separatesInputsFromFilesThatRecordedProcessesWrote() throws Exception {
    JsonNode statement = export(history(), Root.object(3));
    assertThat(uris(statement.path("subject")))
        .containsExactly("urn:colophon:00000000000000ab:object:3.v0:9");
    JsonNode inputs = statement.at("/predicate/buildDefinition/resolvedDependencies");
    assertThat(inputs).hasSize(1);
    assertThat(inputs.at("/0/name").asText()).isEqualTo("/in");
    JsonNode byproducts = statement.at("/predicate/runDetails/byproducts");
    assertThat(byproducts).hasSize(1);
    assertThat(byproducts.at("/0/name").asText()).isEqualTo("/part");
    assertThat(statement.at("/predicate/buildDefinition/internalParameters/processes")).hasSize(2);
    assertThat(statement.at("/predicate/colophon_complete").asBoolean()).isTrue();
    assertThat(statement.at("/predicate/colophon_digests").asText()).contains("no digests");
  }

  @Test
  void identifiesInputsAsOfTheirLastUse() throws Exception {
    JsonNode part =
        export(withLaterWrite(), Root.object(3)).at("/predicate/runDetails/byproducts/0");
    JsonNode now = export(withLaterWrite(), Root.object(2)).at("/subject/0");
    assertThat(part.path("name")).isEqualTo(now.path("name"));
    assertThat(part.path("digest")).isNotEqualTo(now.path("digest"));
  }

  private static RecordBatchBuilder withLaterWrite() {
    return history().process(3, "/bin/r").access(WRITE, 3, 2, 5); // after the read of /part
  }

  @Test
  void reportsIncompleteCapture() throws Exception {
    RecordBatchBuilder history = history();
    history.gap(2, GapCause.DROPPED, 3);
    JsonNode predicate = export(history, Root.object(3)).path("predicate");
    assertThat(predicate.path("colophon_complete").asBoolean()).isFalse();
    assertThat(predicate.at("/colophon_incomplete/0").asText()).startsWith("incomplete: 1 gap");
  }

  @Test
  void refusesLineagesWithoutOriginsOfFiles() {
    LineageExporter exporter = Exporters.get("in-toto");
    for (Lineage each :
        List.of(
            lineage(history(), Direction.DESCENDANTS, Root.object(1)),
            lineage(history(), Direction.ANCESTORS, Root.process(1)))) {
      assertThatThrownBy(() -> exporter.leavesOut(each))
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("name a file");
    }
  }
}
