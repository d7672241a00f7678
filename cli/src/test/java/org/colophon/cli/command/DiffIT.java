// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the differences between traced runs of one script, in one directory or in two. */
class DiffIT {
  private static final String PLOT =
      "t=$(mktemp).txt; sort data other > $t; tr a-z A-Z < $t > mid; rm $t; cat mid > figure";

  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void prepare() throws IOException {
    tester = new CommandTester(directory);
    Files.createDirectory(directory.resolve("paper"));
    trace("paper", "printf 'b\\na\\n' > data; echo x > other"); // outputs have digests
    trace("paper", "echo '" + PLOT + "' > plot.sh");
    trace("paper", "sh plot.sh");
    tester.run("snapshot", "one");
  }

  private void trace(String project, String script) {
    String inside = "cd '" + directory.resolve(project) + "' && " + script;
    Outcome traced = tester.run("trace", "--", "sh", "-c", inside);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  private Outcome diff(String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "diff";
    System.arraycopy(words, 0, all, 1, words.length);
    return tester.run(all);
  }

  @Test
  void findsNoDifferenceBetweenTwoRunsOfTheSameInputs() {
    trace("paper", "sh plot.sh");

    Outcome found = diff("paper/figure@one", "paper/figure");

    assertThat(found.out()).startsWith("no difference");
    assertThat(found.exitCode()).isZero();
  }

  @Test
  void showsTheChangedInputOnlyAndCountsItsConsequences() throws IOException {
    append("paper/input", "c");
    trace("paper", "cat input > data; sh plot.sh");
    tester.run("snapshot", "two");
    append("paper/input", "d");
    trace("paper", "cat input > data; sh plot.sh");

    Outcome found = diff("paper/figure@two", "paper/figure");

    assertThat(found.out())
        .contains("inputs that differ:\n  * paper/input  [")
        .contains("as a consequence, 2 files on the way differ\n")
        .doesNotContain("other", "command lines", "files on the way that differ");
    assertThat(found.exitCode()).isEqualTo(1);
    assertThat(diff("paper/figure@two", "paper/figure", "--json").out())
        .contains("\"consequences\" : [ {");
  }

  private void append(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.writeString(path, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void showsInputToWhichRecordedProcessAppended() {
    trace("paper", "echo c >> data");
    trace("paper", "sh plot.sh");

    assertThat(diff("paper/figure@one", "paper/figure", "--data-only").out())
        .contains("  * paper/data  [")
        .contains("as a consequence, 1 file on the way differs\n");
  }

  @Test
  void matchesFilesOfProjectThatWasMovedWithoutTrace() throws IOException {
    Files.createDirectory(directory.resolve("archive"));
    Files.move(directory.resolve("paper"), directory.resolve("archive/paper"));
    append("archive/paper/other", "c");
    trace("archive/paper", "sh plot.sh");

    Outcome found = diff("paper/figure@one", "archive/paper/figure", "--data-only");

    assertThat(found.out()).contains("  * archive/paper/other  [").doesNotContain("/data  [");
  }

  @Test
  void matchesFilesOfCopiedProjectByRelativeName() throws IOException {
    Files.createDirectory(directory.resolve("copy"));
    for (String each : List.of("data", "other", "plot.sh")) {
      Files.copy(directory.resolve("paper/" + each), directory.resolve("copy/" + each));
    }
    trace("copy", "sh plot.sh");

    assertThat(diff("paper/figure", "copy/figure", "--data-only").out())
        .doesNotContain("paper/", "copy/");
  }

  @Test
  void matchesCopyUnderAnotherNameByContent() {
    trace("paper", "printf 'b\\na\\n' > renamed; sort renamed > sorted-copy; sort data > sorted");

    assertThat(diff("paper/sorted", "paper/sorted-copy", "--data-only").out())
        .contains("  - sort data ", "  + sort renamed ")
        .doesNotContain("paper/data", "paper/renamed");
  }

  @Test
  void keepsScriptThatWasEditedIfOnlyDataIsFollowed() throws IOException {
    append("paper/plot.sh", "# a comment");
    trace("paper", "sh plot.sh");

    Outcome found = diff("paper/figure@one", "paper/figure", "--data-only");

    assertThat(found.out()).contains("  * paper/plot.sh  [");
    assertThat(found.exitCode()).isEqualTo(1);
  }
}
