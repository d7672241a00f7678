// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.reporters.dsl.Runs;
import org.colophon.testing.python.PythonTools;
import org.colophon.testing.reporters.RecordingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads every PROV-JSON sample of the Python package {@code prov}, and compares the number of
 * records with the package's own count.
 */
class ProvCorpusTest {
  private static final Path SCRIPT = Path.of("src/test/scripts/prov_counts.py");

  @TempDir private Path directory;

  @Test
  void countsSameRecordsOfEachSampleAsPackageProv() throws Exception {
    JsonNode corpus = new ObjectMapper().readTree(PythonTools.run(SCRIPT));
    Path directory = Path.of(corpus.get("directory").asText());
    List<String> problems = new ArrayList<>();
    int valid = 0;
    for (Map.Entry<String, JsonNode> file : corpus.get("files").properties()) {
      List<String> refused = new ArrayList<>();
      ProvReader reader = new ProvReader((where, problem) -> refused.add(where + " " + problem));
      RecordingSink sink = new RecordingSink();
      try (InputStream input = Files.newInputStream(directory.resolve(file.getKey()))) {
        reader.read(input);
      }
      new ProvReplay(sink, reader, new ProvRefusals(sink, "corpus")).run(file.getKey());
      if (file.getValue().has("error")) {
        continue;
      }
      valid++;
      Map<String, Integer> expected = new TreeMap<>();
      file.getValue()
          .get("counts")
          .properties()
          .forEach(e -> expected.put(e.getKey(), e.getValue().asInt()));
      if (!counts(reader).equals(expected) || !refused.isEmpty()) {
        problems.add(file.getKey() + ": " + counts(reader) + " not " + expected + " " + refused);
      }
    }
    assertThat(problems).isEmpty();
    assertThat(valid).isGreaterThanOrEqualTo(398);
  }

  @Test
  void exportsEveryRelationOfAllSamplesFromOneStore() throws Exception {
    JsonNode corpus = new ObjectMapper().readTree(PythonTools.run(SCRIPT));
    List<String> expected = new ArrayList<>();
    Path exported = directory.resolve("all.json");
    try (Runs runs = new Runs(directory.resolve("store"))) {
      for (Map.Entry<String, JsonNode> file : corpus.get("files").properties()) {
        Path sample = Path.of(corpus.get("directory").asText(), file.getKey());
        if (!file.getValue().has("error")) {
          expected.addAll(ProvStatements.of(new ObjectMapper().readTree(sample.toFile()), false));
          runs.run("prov-json", Map.of("from", sample.toString()));
        }
      }
      runs.settle();
      ProvRelationsTest.export(runs, "prov-json", exported);
    }
    assertThat(expected).hasSizeGreaterThan(200);
    assertThat(ProvStatements.of(new ObjectMapper().readTree(exported.toFile()), false))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static Map<String, Integer> counts(ProvReader reader) {
    Map<String, Integer> counts = new TreeMap<>();
    reader.records().forEach(record -> counts.merge(record.kind().section, 1, Integer::sum));
    return counts;
  }
}
