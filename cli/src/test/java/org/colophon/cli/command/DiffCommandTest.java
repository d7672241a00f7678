// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void open() {
    tester = new CommandTester(directory);
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private void copy(String source, String target) {
    String from = source.startsWith("/") ? source : at(source);
    tester.record(sink -> Recorded.copy(sink, Bytes.of(from), Bytes.of(at(target))));
  }

  @Test
  void beginsWithInputsThatDiffer() {
    copy("in-1", "middle-1");
    copy("middle-1", "out-1");
    copy("in-2", "middle-2");
    copy("middle-2", "out-2");
    Outcome outcome = tester.run("diff", "out-1", "out-2");

    assertThat(outcome.out())
        .containsSubsequence(
            "inputs that differ:\n  - in-1", "  + in-2", "files on the way", "middle-1");
    assertThat(outcome.exitCode()).isEqualTo(1);
  }

  @Test
  void listsProgramsOfOnlyOneTargetWithCounts() throws IOException {
    copy("a", "b");
    copy("b", "one");
    tester.record(sink -> Recorded.compile(sink, at("a"), at("two")));

    assertThat(tester.run("diff", "one", "two").out())
        .contains("programs that ran on one side only:\n")
        .containsPattern("  - \\S+  \\(2 processes\\)\n")
        .containsPattern("  \\+ /usr/bin/cc  \\(1 process\\)\n");
    JsonNode json = new ObjectMapper().readTree(tester.run("diff", "one", "two", "--json").out());
    assertThat(json.at("/programs/0/first").asInt()).isEqualTo(2);
  }

  @Test
  void endsWithZeroWithoutDifference() {
    copy("in", "out");
    Outcome outcome = tester.run("diff", "out", "out");

    assertThat(outcome.out()).startsWith("no difference\n");
    assertThat(outcome.exitCode()).isZero();
    assertThat(tester.run("diff", "out", "unknown").exitCode()).isEqualTo(2);
  }

  @Test
  void countsHiddenDifferences() {
    copy("/usr/share/first", "out-1");
    copy("/usr/share/second", "out-2");
    Outcome outcome = tester.run("diff", "out-1", "out-2");

    assertThat(outcome.out()).contains("but 2 differences in what is left out; see --all");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(tester.run("diff", "out-1", "out-2", "--all").out())
        .contains("  - /usr/share/first", "  + /usr/share/second");
  }

  @Test
  void ignoresDifferencesThatTheUserHides() {
    copy("in-1", "out-1");
    copy("in-2", "out-2");

    assertThat(tester.run("diff", "out-1", "out-2", "--hide", "in-*").exitCode()).isZero();
  }

  @Test
  void comparesDirectoriesByRelativeName() {
    copy("one/in", "one/out");
    copy("two/in", "two/out");
    Outcome same = tester.run("diff", "one", "two");

    assertThat(same.out()).startsWith("no difference in names and origins; the content of 2 files");
    assertThat(same.exitCode()).isZero();

    copy("two/in", "two/more");
    Outcome more = tester.run("diff", "one/", "two/");
    assertThat(more.out()).contains("  + two/more").doesNotContain("two/out", "two/in");
    assertThat(more.exitCode()).isEqualTo(1);
  }
}
