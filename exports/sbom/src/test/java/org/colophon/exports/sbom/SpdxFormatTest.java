// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.sbom;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.query.document.DocumentFormat;
import org.colophon.query.document.RecordedRun;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.Test;

final class SpdxFormatTest {
  private static JsonNode write(RecordedRun run) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new PluginLoader<>(DocumentFormat.class).get("spdx").write(run, SampleRun.surroundings(), out);
    return new ObjectMapper().readTree(out.toByteArray());
  }

  private static JsonNode sample() throws IOException {
    return write(SampleRun.complete());
  }

  private static JsonNode first(JsonNode document, String type) {
    for (JsonNode each : document.path("@graph")) {
      if (each.path("type").asText().equals(type)) {
        return each;
      }
    }
    throw new AssertionError("no " + type + " in " + document);
  }

  /** Returns the ends of relationships as text, without the namespace of the document. */
  private static Map<String, List<String>> relations(JsonNode document, String kind) {
    Map<String, List<String>> found = new HashMap<>();
    for (JsonNode each : document.path("@graph")) {
      if (each.path("relationshipType").asText().equals(kind)) {
        List<String> to = new ArrayList<>();
        each.path("to").forEach(end -> to.add(end.asText().replaceFirst(".*#", "")));
        found.put(each.path("from").asText().replaceFirst(".*#", ""), to);
      }
    }
    return found;
  }

  @Test
  void passesValidatorWhichRefusesMutations() throws Exception {
    JsonNode sample = sample();
    ObjectNode wrongKind = sample.deepCopy();
    ((ObjectNode) first(wrongKind, "LifecycleScopedRelationship")).put("relationshipType", "eats");
    ObjectNode noBuildType = sample.deepCopy();
    ((ObjectNode) first(noBuildType, "build_Build")).remove("build_buildType");
    ObjectNode unknownField = sample.deepCopy();
    ((ObjectNode) first(unknownField, "software_File")).put("colour", "red");
    ObjectNode wrongTime = sample.deepCopy();
    ((ObjectNode) first(wrongTime, "CreationInfo")).put("created", "2026-11-20T08:00:00.5Z");
    ObjectNode dangling = sample.deepCopy();
    ((ObjectNode) first(dangling, "LifecycleScopedRelationship")).put("from", "urn:nothing:here");

    List<String> findings =
        PythonTools.validateTexts(
            "spdx",
            Stream.of(sample, wrongKind, noBuildType, unknownField, wrongTime, dangling)
                .map(JsonNode::toString)
                .toList());

    assertThat(findings).hasSize(6);
    assertThat(findings.get(0)).isEqualTo("ok");
    assertThat(findings.subList(1, 6)).allMatch(each -> each.startsWith("invalid"));
  }

  @Test
  void relatesRunAndProgramsToFilesToolsAndAgents() throws IOException {
    JsonNode sample = sample();

    assertThat(relations(sample, "hasInput"))
        .containsEntry("run", List.of("file-0", "file-1", "file-3"))
        .containsEntry("program-0", List.of("file-2"));
    assertThat(relations(sample, "hasOutput"))
        .containsEntry("run", List.of("file-4", "file-5"))
        .containsEntry("program-1", List.of("file-2", "file-4", "file-5"));
    assertThat(relations(sample, "usesTool")).containsEntry("program-1", List.of("package-0"));
    assertThat(relations(sample, "invokedBy")).containsEntry("run", List.of("agent-0"));
    assertThat(relations(sample, "ancestorOf"))
        .containsEntry("run", List.of("program-0"))
        .containsEntry("program-0", List.of("program-1"));
    assertThat(relations(sample, "dependsOn"))
        .containsEntry("file-4", List.of("file-3"))
        .containsEntry("file-5", List.of("file-0", "file-1"));
    assertThat(relations(sample, "contains")).containsEntry("package-0", List.of("file-1"));
  }

  @Test
  void assertsNoLicenceOfPackages() throws IOException {
    assertThat(relations(sample(), "hasConcludedLicense"))
        .containsEntry("package-0", List.of("expandedlicensing_NoAssertionLicense"));
  }

  @Test
  void statesIncompleteCapture() throws IOException {
    JsonNode document = write(SampleRun.run(true, List.of("lost")));

    assertThat(document.findValuesAsText("statement"))
        .contains("incomplete: lost", "incomplete: a program of the run had not ended");
    assertThat(document.findValuesAsText("completeness")).containsOnly("incomplete");
    assertThat(sample().findValuesAsText("completeness")).containsOnly("noAssertion");
  }

  @Test
  void omitsDigestsThatAreUnknown() throws IOException {
    List<String> names = new ArrayList<>();
    for (JsonNode each : sample().path("@graph")) {
      if (each.has("verifiedUsing")) {
        names.add(each.path("name").asText());
      }
    }
    assertThat(names).containsExactly(SampleRun.HOSTILE, "/w/log", "/w/log");
  }
}
