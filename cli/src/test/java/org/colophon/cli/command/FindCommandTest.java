// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindCommandTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void recordBuild() {
    tester = new CommandTester(directory);
    tester.record(
        sink -> {
          Recorded.compile(sink, at("a.c"), at("a.o"));
          Recorded.copy(sink, Bytes.of(at("a.o")), Bytes.of(at("pro,g")));
          Recorded.lose(sink, at("li\u001b[2Jne\n,\"")); // a process with a gap
          Recorded.attach(sink, at("a.o"), "note", "a needle in it");
        });
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private JsonNode json(String... args) throws IOException {
    return new ObjectMapper().readTree(tester.run(args).out());
  }

  @Test
  void findsFilesByPatternWithTheirActivity() throws IOException {
    JsonNode answer = json("find", "*.o", "--json");

    assertThat(answer.path("left").asInt(-1)).isZero();
    assertThat(answer.path("found")).hasSize(1);
    JsonNode found = answer.path("found").get(0);
    assertThat(found.path("name").asText()).isEqualTo(at("a.o"));
    assertThat(found.path("kind").asText()).isEqualTo("file");
    assertThat(found.path("bytes").asInt()).isEqualTo(17);
    assertThat(found.path("time").asText()).startsWith("2023-11-14T");
    assertThat(found.path("command").isNull()).isTrue();
  }

  @Test
  void findsNamesBelowTheDirectoryOfTheCommand() {
    assertThat(tester.run("find", "./*.c").exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(tester.run("find", directory + "/*.c").out()).contains("a.c");
    assertThat(tester.run("find", "**/a.c").out()).contains("a.c");
  }

  @ParameterizedTest
  @CsvSource({
    "--command cc, /usr/bin/cc",
    "--writes a.o, /usr/bin/cc",
    "--reads a.o, /bin/cp",
    "--pid 200, /bin/cp",
    "--written-by pid:100, a.o",
    "--read-by pid:200, a.o",
    "--content needle --type object, a.o",
    "--content needle, note"
  })
  void findsByCondition(String options, String expected) {
    Outcome outcome = tester.run(("find " + options).split(" "));

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out().lines()).hasSize(2);
    assertThat(outcome.out()).contains(expected);
  }

  @Test
  void countsResultsBeyondTheLimit() throws IOException {
    assertThat(json("find", "--limit", "2", "--json").path("left").asInt()).isPositive();
    Outcome outcome = tester.run("find", "--type", "process", "--limit", "2");
    assertThat(outcome.out().lines()).hasSize(3);
    assertThat(outcome.err()).contains("1 more left out");
  }

  @Test
  void writesCsvThatHostileNamesCannotForge() {
    String csv = tester.run("find", "--type", "object", "--csv").out();

    assertThat(csv.lines().findFirst())
        .hasValueSatisfying(head -> assertThat(head).startsWith("id,type,kind,name"));
    assertThat(csv).contains("\"" + at("pro,g") + "\"").doesNotContain("\u001b");
    assertThat(csv.lines()).hasSize(1 + 5);
  }

  @ParameterizedTest
  @CsvSource({
    "--kind filing, 'kind must be one of file, directory'",
    "--type thing, 'type must be one of object, process, agent, record'",
    "--sort size, 'sort must be one of time, count, bytes'",
    "--limit 0, 'limit must be from 1'",
    "--pid one, 'pid must be a whole number'",
    "--since soon, 'is not an LSN'",
    "--read-by a.o, 'read-by must be a process'",
    "--writes pid:100, 'writes must be a path or object:ID'",
    "--json --csv, 'contradict'"
  })
  void rejectsInvalidCondition(String options, String message) {
    Outcome outcome = tester.run(("find " + options).split(" "));

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains(message);
  }

  @Test
  void listsRecordingsWithTheirResultsNewestFirst() throws IOException {
    JsonNode answer = json("recordings", "--json", "--limit", "2");

    assertThat(answer.path("left").asInt()).isEqualTo(1);
    JsonNode lost = answer.path("recordings").get(0);
    assertThat(lost.path("name").asText()).isEqualTo("/bin/ring");
    assertThat(lost.path("gaps").asInt()).isEqualTo(1);
    assertThat(lost.path("end").isNull()).isTrue();
    JsonNode copy = answer.path("recordings").get(1);
    assertThat(copy.path("kind").asText()).isEqualTo("run");
    assertThat(copy.path("operations").asInt()).isEqualTo(2);
    assertThat(copy.path("results")).extracting(JsonNode::asText).containsExactly(at("pro,g"));
    assertThat(copy.path("begin").asText()).startsWith("2023-11-14T");
    assertThat(copy.path("end").isNull()).isFalse();
  }
}
