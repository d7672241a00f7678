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

/** Tests queries about several targets at once. */
class SetQuestionsTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void recordBuild() {
    tester = new CommandTester(directory);
    tester.record(
        sink -> {
          Recorded.compile(sink, at("a.c"), at("a.o"));
          Recorded.compile(sink, at("b.c"), at("b.o"));
          Recorded.copy(sink, Bytes.of(at("a.o")), Bytes.of(at("one")));
          Recorded.copy(sink, Bytes.of(at("a.o")), Bytes.of(at("two")));
          Recorded.copy(sink, Bytes.of(at("one")), Bytes.of(at("two")));
        });
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void answersLineageOfSeveralTargetsAtOnce() {
    Outcome outcome = tester.run("lineage", "one", "b.o", "-f", "table");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("a.c", "b.c");
    assertThat(tester.run("lineage", "one", "-f", "table").out()).doesNotContain("b.c");
  }

  @Test
  void findsCommonOriginsWithTheNearestFirst() throws IOException {
    JsonNode common = json("common", "one", "two", "--json").path("common");

    assertThat(common.get(0).path("name").asText()).isEqualTo(at("one"));
    assertThat(common.get(0).path("depths")).extracting(JsonNode::asInt).containsExactly(0, 1);
    assertThat(common).extracting(each -> each.path("name").asText()).contains(at("a.c"));
    Outcome nothing = tester.run("common", "one", "b.o");
    assertThat(nothing.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(nothing.err()).contains("have in common");
  }

  @Test
  void findsObjectsThatSeveralSourcesInfluenced() {
    assertThat(tester.run("common", "a.c", "one", "--descendants").out())
        .contains("two")
        .doesNotContain("b.o");
  }

  @Test
  void explainsBySeveralChainsAndCauses() throws IOException {
    Outcome outcome = tester.run("why", "two", "a.c", "--paths", "5");

    assertThat(outcome.out().lines().filter(line -> line.startsWith("two "))).hasSize(2);
    assertThat(tester.run("why", "two", "b.c", "--from", "a.c").exitCode()).isZero();
    assertThat(tester.run("why", "two", "b.c").exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(tester.run("why", "two", "a.c", "--paths", "101").err()).contains("from 1 to 100");
  }

  private JsonNode json(String... args) throws IOException {
    return new ObjectMapper().readTree(tester.run(args).out());
  }
}
