// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.fake.FakeGraphFactory;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests queries of the cookbook by name. */
class AskCommandTest {
  private static final Path DOCUMENT = Path.of("../docs/how-to/cypher-cookbook.md");
  private static final Path QUERIES =
      Path.of("src/main/resources/org/colophon/cli/graph/cookbook.cypher");
  private static final Pattern QUESTION =
      Pattern.compile("(?ms)^#### ([^\n]+)$(.*?)(?=^#{2,4} |\\z)");
  private static final Pattern NAME = Pattern.compile("(?m)^`colophon ask ([a-z-]+)[A-Z ]*`$");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```cypher\n(.*?)^```$");

  /** Heading of a query that demonstrates a wrong answer. */
  private static final String COUNTER_EXAMPLE = "Why not simply `-[*]->`?";

  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void attachFakeGraph() {
    tester = new CommandTester(directory);
    tester.attach(FakeGraphFactory.NAME);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
  }

  @Test
  void hasTheStatementsOfTheDocument() throws IOException {
    StringBuilder expected = new StringBuilder();
    List<String> unnamed = new ArrayList<>();
    Matcher question = QUESTION.matcher(Files.readString(DOCUMENT));
    while (question.find()) {
      Matcher name = NAME.matcher(question.group(2));
      Matcher block = BLOCK.matcher(question.group(2));
      assertThat(block.find()).as(question.group(1)).isTrue();
      if (name.find()) {
        expected.append("// == " + name.group(1) + "\n// " + question.group(1) + "\n");
        expected.append(block.group(1)).append('\n');
      } else {
        unnamed.add(question.group(1));
      }
    }
    assertThat(Files.readString(QUERIES) + "\n").isEqualTo(expected.toString());
    assertThat(unnamed).containsExactly(COUNTER_EXAMPLE);
  }

  @Test
  void listsTheQuestions() {
    Outcome outcome = tester.run("ask");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out().lines())
        .anyMatch(line -> line.matches("made-by FILE +What made this file\\?"))
        .anyMatch(line -> line.startsWith("changed FROM TO DIRECTORY "))
        .hasSizeGreaterThan(20);
  }

  @Test
  void passesTargetsAsParametersInOrder() {
    assertThat(tester.run("ask", "made-by", "out.txt", "-f", "csv").out())
        .contains("file=" + directory.resolve("out.txt"));
    assertThat(tester.run("ask", "changed", "first", "second", "-f", "csv").out())
        .contains("directory=" + directory + "/, from=first, to=second");
    assertThat(tester.run("ask", "sources", "x", "-P", "file=/y", "-f", "csv").out())
        .contains("directory=" + directory.resolve("x") + "/, file=/y");
  }

  @Test
  void refusesUnknownQuestionsAndWrongNumbersOfTargets() {
    Outcome unknown = tester.run("ask", "made");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err()).contains("no question 'made'; use one of made-by, origins,");
    assertThat(tester.run("ask", "why", "a").err())
        .contains("needs CAUSE: colophon ask why EFFECT CAUSE");
    assertThat(tester.run("ask", "made-by", "a", "b").err()).contains("has no parameter for 'b'");
  }
}
