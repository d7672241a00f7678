package org.colophon.reporters.dsl.prov;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.colophon.reporters.dsl.RecordingSink;
import org.junit.jupiter.api.Test;

/**
 * Reads every PROV-JSON sample of the Python package {@code prov}, and compares the number of
 * records with the package's own count. COLOPHON_TEST_PYTHON names the interpreter; without it,
 * query/src/test/scripts/setup-prov.sh creates an environment.
 */
class ProvCorpusTest {
  private static final Path SETUP = Path.of("../../query/src/test/scripts/setup-prov.sh");

  private static JsonNode corpus() throws IOException, InterruptedException {
    String given = System.getenv("COLOPHON_TEST_PYTHON");
    String python = given != null ? given : run("sh", SETUP.toString()).strip();
    return new ObjectMapper().readTree(run(python, "src/test/scripts/prov_counts.py"));
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(String.join(" ", command)).isZero();
    return text;
  }

  @Test
  void countsSameRecordsOfEachSampleAsPackageProv() throws Exception {
    JsonNode corpus = corpus();
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

  private static Map<String, Integer> counts(ProvReader reader) {
    Map<String, Integer> counts = new TreeMap<>();
    reader.records().forEach(record -> counts.merge(record.kind().section, 1, Integer::sum));
    return counts;
  }
}
