// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a traced session that is exported as PROV-JSON and imported into another store. */
class ExportRoundTripIT {
  private static final String PUZZLE =
      """
      cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w; rm f
      cat b>f; cat f>v; sort a | tr a-z A-Z > p
      """;
  private static final String BUILD =
      """
      for i in 1 2 3; do
        echo "#define H$i $i" > h$i.h
        printf '#include "h%d.h"\\nint f%d(void) { return H%d; }\\n' $i $i $i > o$i.c
        gcc -MD -c -o o$i.o o$i.c
      done
      ar rc lib.a o1.o o2.o o3.o
      """;

  @TempDir private Path directory;
  @TempDir private Path other;

  @Test
  void answersLineageAndWhyLikeTheOriginal() throws IOException {
    for (String input : List.of("a", "b", "c")) {
      Files.writeString(directory.resolve(input), input + "\n");
    }
    CommandTester original = new CommandTester(directory);
    CommandTester copy =
        new CommandTester(directory).with("COLOPHON_STORE", other.resolve("store").toString());
    String script = "cd " + directory + "\n" + PUZZLE + BUILD;
    assertThat(original.run("trace", "--", "sh", "-c", script).err()).isEmpty();
    String document = other.resolve("export.json").toString();
    assertThat(original.run("export", "-f", "prov-json", "-o", document).err()).isEmpty();
    assertThat(copy.run("import", "prov-json", "from=" + document).exitCode()).isZero();

    assertThat(names(copy, "lineage", "z")).contains(at("b"), at("c")).doesNotContain(at("a"));
    for (String file : List.of("x", "y", "z", "w", "v", "p", "f", "o2.o", "lib.a", "o2.d")) {
      assertThat(names(copy, "lineage", file)).isEqualTo(names(original, "lineage", file));
      for (String input : List.of("a", "b", "c", "h2.h")) {
        assertThat(names(copy, "why", file, input)).isEqualTo(names(original, "why", file, input));
      }
    }
  }

  @Test
  void datesAccessesAfterTheStartOfTheirActivity() throws IOException {
    CommandTester tester = new CommandTester(directory);
    String script =
        "cd " + directory + "; for i in 1 2 3 4 5 6 7 8; do date > $i; cat $i > b$i; done";
    assertThat(tester.run("trace", "--", "sh", "-c", script).err()).isEmpty();
    JsonNode document = new ObjectMapper().readTree(tester.run("export").out());
    int compared = 0;
    for (String relation : List.of("used", "wasGeneratedBy")) {
      for (JsonNode access : document.get(relation)) {
        String activity = access.get("prov:activity").asText();
        String start = document.get("activity").get(activity).get("prov:startTime").asText();
        Instant time = Instant.parse(access.get("prov:time").asText());
        assertThat(time).as(access.toString()).isAfterOrEqualTo(Instant.parse(start));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(50);
  }

  private String at(String file) {
    return directory.resolve(file).toString();
  }

  /** Returns the names of the files in the answer to a data-only query. */
  private Set<String> names(CommandTester tester, String... command) throws IOException {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--json", "--data-only"));
    JsonNode answer = new ObjectMapper().readTree(tester.run(words.toArray(String[]::new)).out());
    Set<String> names = new TreeSet<>();
    for (JsonNode name : answer.findValues("name")) {
      if (name.asText().startsWith(directory + "/")) {
        names.add(name.asText());
      }
    }
    return names;
  }
}
