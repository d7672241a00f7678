// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.FileDigest;
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

  private static final Set<String> DIGESTS = Set.of("sha256", "gitBlob");

  private static final Set<String> DESCRIPTOR =
      Set.of("name", "uri", "digest", "content", "downloadLocation", "mediaType", "annotations");

  private static RecordBatchBuilder history() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/in").file(2, "/part").file(3, "/out").process(1, "/bin/p");
    history.process(2, "/bin/q").access(READ, 1, 1, 5).access(WRITE, 1, 2, 5);
    history.access(READ, 2, 2, 5).access(WRITE, 2, 3, 5);
    return history
        .extended(0, 2, FileDigest.TYPE, digest("2").bytes())
        .extended(0, 3, FileDigest.TYPE, digest("3").bytes());
  }

  private static FileDigest digest(String digit) {
    return new FileDigest(digit.repeat(64), digit.repeat(40), 5);
  }

  private static Lineage lineage(RecordBatchBuilder history, Direction direction, Root... roots) {
    LineageQuery query =
        LineageQuery.builder()
            .roots(List.of(roots))
            .direction(direction)
            .includeDigests(true)
            .build();
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
            CertifiedState.NONE,
            List.of("/out differs"));
    Lineage lineage = lineage(history, Direction.ANCESTORS, roots);
    LineageExporter exporter = Exporters.get("in-toto");
    assertThat(exporter.leavesOut(lineage)).isEmpty();
    String text = HostileHistory.write(exporter, lineage, options);
    JsonNode statement = new ObjectMapper().readTree(text);
    requireStructure(statement);
    return statement;
  }

  @Test
  void countsAbsentFilesInsteadOfListingThem() throws Exception {
    RecordBatchBuilder history = history().object(4, ObjectDeclaration.of(ObjectKind.ABSENT));
    history.bind(0, 4, "absent:///conf").access(READ, 2, 4, 0).access(WRITE, 2, 3, 5);
    history.extended(0, 3, FileDigest.TYPE, digest("3").bytes()); // after the write
    JsonNode statement = export(history, Root.object(3));
    assertThat(statement.toString()).doesNotContain("conf");
    assertThat(statement.at("/predicate/colophon_absent").intValue()).isEqualTo(1);
    assertThat(export(history(), Root.object(3)).at("/predicate/colophon_absent").isMissingNode())
        .isTrue();
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
      assertThat(each.path("uri").asText()).startsWith("urn:colophon:");
      each.path("digest").fieldNames().forEachRemaining(name -> assertThat(DIGESTS).contains(name));
    }
    statement.path("subject").forEach(each -> assertThat(each.has("digest")).isTrue());
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
        .containsExactly("urn:colophon:00000000000000ab:object:3.v0:11");
    assertThat(statement.at("/subject/0/digest/sha256").asText()).isEqualTo("3".repeat(64));
    assertThat(statement.at("/subject/0/digest/gitBlob").asText()).isEqualTo("3".repeat(40));
    JsonNode inputs = statement.at("/predicate/buildDefinition/resolvedDependencies");
    assertThat(inputs).hasSize(1);
    assertThat(inputs.at("/0/name").asText()).isEqualTo("/in");
    assertThat(inputs.get(0).has("digest")).isFalse();
    JsonNode byproducts = statement.at("/predicate/runDetails/byproducts");
    assertThat(byproducts).hasSize(1);
    assertThat(byproducts.at("/0/name").asText()).isEqualTo("/part");
    assertThat(byproducts.at("/0/digest/sha256").asText()).isEqualTo("2".repeat(64));
    assertThat(statement.at("/predicate/buildDefinition/internalParameters/processes")).hasSize(2);
    assertThat(statement.at("/predicate/colophon_complete").asBoolean()).isTrue();
    assertThat(statement.at("/predicate/colophon_digests").asText())
        .isEqualTo("1 of 2 origins have no digest");
    assertThat(statement.at("/predicate/colophon_as_recorded/0").asText())
        .isEqualTo("/out differs");
  }

  @Test
  void identifiesInputsAsOfTheirLastUse() throws Exception {
    JsonNode part =
        export(withLaterWrite(), Root.object(3)).at("/predicate/runDetails/byproducts/0");
    JsonNode now = export(withLaterWrite(), Root.object(2)).at("/subject/0");

    assertThat(part.path("name")).isEqualTo(now.path("name"));
    assertThat(part.path("uri")).isNotEqualTo(now.path("uri"));
    assertThat(part.at("/digest/sha256").asText()).isEqualTo("2".repeat(64));
    assertThat(now.at("/digest/sha256").asText()).isEqualTo("4".repeat(64));
  }

  private static RecordBatchBuilder withLaterWrite() {
    RecordBatchBuilder history = history();
    history.process(3, "/bin/r").access(WRITE, 3, 2, 5); // after the read of /part
    return history.extended(0, 2, FileDigest.TYPE, digest("4").bytes());
  }

  @Test
  void refusesSubjectsWithoutDigest() {
    Lineage lineage = lineage(history(), Direction.ANCESTORS, Root.object(1), Root.object(3));

    assertThatThrownBy(() -> Exporters.get("in-toto").leavesOut(lineage))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("no digest is recorded for /in, and in-toto requires one");
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
