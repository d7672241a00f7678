// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestionCommandTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void recordCopy() {
    tester = new CommandTester(directory);
    tester.record(
        sink ->
            Recorded.copy(
                sink,
                Bytes.of(directory.resolve("a").toString()),
                Bytes.of(directory.resolve("b").toString())));
  }

  private void save(String... words) {
    Outcome outcome = tester.run(words);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
  }

  @Test
  void runsSavedQuestionWithMoreArguments() {
    save("question", "save", "inputs", "lineage", "b", "--depth", "2");

    assertThat(tester.run("question", "run", "inputs"))
        .isEqualTo(tester.run("lineage", "b", "--depth", "2"));
    assertThat(tester.run("question", "run", "inputs", "--json"))
        .isEqualTo(tester.run("lineage", "b", "--depth", "2", "--json"));
    save("question", "save", "chain", "why");
    assertThat(tester.run("question", "run", "chain", "b", "a"))
        .isEqualTo(tester.run("why", "b", "a"));
  }

  @Test
  void runsSavedQuestionInTheGivenStore() {
    save("question", "save", "all", "find", "--type", "object");
    Outcome here = tester.run("question", "run", "all");
    tester.with("COLOPHON_STORE", null);

    assertThat(tester.run("question", "run", "--store", "store", "all")).isEqualTo(here);
  }

  @Test
  void listsAndRemovesQuestionsInPrivateFile() throws IOException {
    save("question", "save", "b", "find", "x y\u001b[2J");
    save("question", "save", "a", "touched");
    Path file = tester.store.resolve("questions.json");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Outcome list = tester.run("question", "list");
    assertThat(list.out().lines()).hasSize(3);
    assertThat(list.out()).contains("touched").doesNotContain("\u001b");
    save("question", "remove", "a");
    assertThat(tester.run("question", "list", "--json").out())
        .contains("\"b\"")
        .doesNotContain("\"a\"");
    assertThat(tester.run("question", "remove", "a").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @Test
  void rejectsCommandThatIsNotAQuestion() {
    Outcome outcome = tester.run("question", "save", "x", "prune", "--age", "1d");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("must begin with one of").contains("lineage");
    assertThat(tester.run("question", "save", "../x", "touched").err())
        .contains("the name '../x' is invalid");
    assertThat(tester.run("question", "run", "none").err()).contains("saved: none");
  }

  @Test
  void reportsDamagedFile() throws IOException {
    Files.writeString(tester.store.resolve("questions.json"), "{");

    Outcome outcome = tester.run("question", "list");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).contains("questions.json is damaged");
  }
}
