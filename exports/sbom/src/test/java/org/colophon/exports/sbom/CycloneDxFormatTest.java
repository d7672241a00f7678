// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.sbom;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.query.document.DocumentFormat;
import org.colophon.query.document.RecordedRun;
import org.colophon.query.document.Surroundings;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.Test;

final class CycloneDxFormatTest {
  private static byte[] write(RecordedRun run, Surroundings surroundings) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new PluginLoader<>(DocumentFormat.class).get("cyclonedx").write(run, surroundings, out);
    return out.toByteArray();
  }

  private static JsonNode sample() throws IOException {
    return new ObjectMapper().readTree(write(SampleRun.complete(), SampleRun.surroundings()));
  }

  @Test
  void passesValidatorWhichRefusesMutations() throws Exception {
    JsonNode sample = sample();
    ObjectNode wrongHash = sample.deepCopy();
    ((ObjectNode) wrongHash.at("/components/0/hashes/0")).put("content", "12");
    ObjectNode unknownField = sample.deepCopy();
    ((ObjectNode) unknownField.at("/formulation/0/workflows/0/tasks/0")).put("colour", "red");
    ObjectNode noType = sample.deepCopy();
    ((ObjectNode) noType.at("/components/1")).remove("type");
    ObjectNode repeated = sample.deepCopy();
    ((ArrayNode) repeated.at("/components")).add(repeated.at("/components/0"));

    List<String> findings =
        PythonTools.validateTexts(
            "cyclonedx",
            Stream.of(sample, wrongHash, unknownField, noType, repeated)
                .map(JsonNode::toString)
                .toList());

    assertThat(findings).hasSize(5);
    assertThat(findings.get(0)).isEqualTo("ok");
    assertThat(findings.subList(1, 5)).allMatch(each -> each.startsWith("invalid"));
  }

  @Test
  void refersOnlyToDeclaredThings() throws IOException {
    JsonNode sample = sample();
    List<String> declared = sample.findValuesAsText("bom-ref");
    Set<String> used = new TreeSet<>(sample.findValuesAsText("ref"));
    for (JsonNode each : sample.findValues("dependsOn")) {
      each.forEach(ref -> used.add(ref.asText()));
    }

    assertThat(declared).doesNotHaveDuplicates().containsAll(used);
    assertThat(used).contains("file-0", "file-2", "file-3", "package-0", "program-0");
  }

  @Test
  void givesSameBytesAtAnotherTime() throws IOException {
    byte[] one = write(SampleRun.complete(), SampleRun.surroundings());
    byte[] later =
        write(SampleRun.complete(), SampleRun.surroundings(SampleRun.BEGIN.plusSeconds(5000)));
    byte[] other = write(SampleRun.run(true, List.of()), SampleRun.surroundings());

    assertThat(later).isEqualTo(one);
    assertThat(other).isNotEqualTo(one);
  }

  @Test
  void namesDocumentByUuidOfTheRun() throws IOException {
    String serial = sample().path("serialNumber").asText();
    JsonNode incomplete =
        new ObjectMapper()
            .readTree(write(SampleRun.run(false, List.of("lost")), SampleRun.surroundings()));

    assertThat(serial)
        .matches("urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    assertThat(incomplete.path("serialNumber").asText()).isNotEqualTo(serial);
  }

  @Test
  void statesPackageInsteadOfItsFiles() throws IOException {
    List<String> types = new ArrayList<>();
    sample().path("components").forEach(each -> types.add(each.path("type").asText()));

    assertThat(types).containsExactly("file", "file", "application", "file", "file");
    assertThat(sample().at("/components/2/evidence/occurrences/0/location").asText())
        .isEqualTo("/usr/bin/cc");
    assertThat(sample().at("/dependencies/1/dependsOn").toString())
        .isEqualTo("[\"file-0\",\"package-0\"]");
  }

  @Test
  void keepsVersionsOfChangedFileApart() throws IOException {
    assertThat(sample().at("/dependencies/0").toString())
        .isEqualTo("{\"ref\":\"file-4\",\"dependsOn\":[\"file-3\"]}");
  }

  @Test
  void statesIncompleteCaptureAndDifferences() throws IOException {
    JsonNode document =
        new ObjectMapper()
            .readTree(write(SampleRun.run(true, List.of("lost")), SampleRun.surroundings()));

    assertThat(document.path("properties").toString())
        .contains("\"colophon:incomplete\",\"value\":\"lost\"")
        .contains("\"colophon:incomplete\",\"value\":\"a program of the run had not ended\"")
        .contains("\"colophon:asRecorded\",\"value\":\"/w/prog is not the recorded version\"");
    assertThat(document.at("/compositions/0/aggregate").asText()).isEqualTo("incomplete");
    assertThat(sample().at("/compositions/0/aggregate").asText()).isEqualTo("unknown");
  }

  @Test
  void keepsHostileNamesAsData() throws IOException {
    byte[] bytes = write(SampleRun.complete(), SampleRun.surroundings());

    assertThat(new String(bytes, StandardCharsets.UTF_8)).matches("[\\n -~]*");
    assertThat(new ObjectMapper().readTree(bytes).findValuesAsText("name"))
        .contains(SampleRun.HOSTILE);
  }
}
