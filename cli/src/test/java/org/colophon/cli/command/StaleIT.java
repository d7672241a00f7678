// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which outputs count as out of date after changes that were recorded, or were not. */
class StaleIT {
  private static final String PLOT = "sort data > mid && tr a-z A-Z < mid > figure";

  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void prepare() {
    tester = new CommandTester(directory);
    trace("printf 'b\\na\\n' > data"); // outputs have digests, wherever they are
    trace(PLOT);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private void trace(String script) {
    String inside = "cd '" + directory + "' && " + script;
    Outcome traced = tester.run("trace", "--", "sh", "-c", inside);
    assertThat(traced.exitCode()).as(traced.err()).isZero();
  }

  private Outcome stale(String... targets) {
    String[] words = new String[targets.length + 1];
    words[0] = "stale";
    System.arraycopy(targets, 0, words, 1, targets.length);
    return tester.run(words);
  }

  @Test
  void acceptsOutputsOfUnchangedInputs() {
    Outcome found = stale("mid", "figure");

    assertThat(found.err()).contains("2 outputs: 0 out of date, 0 undecided, 2 up to date");
    assertThat(found.out()).isEmpty();
    assertThat(found.exitCode()).isZero();
  }

  @Test
  void reportsUnrecordedChangeOfInputWithChain() throws IOException {
    write("data", "c\n");

    Outcome found = stale("figure");

    assertThat(found.out())
        .contains("figure is out of date", "data on the disk is not the recorded version")
        .contains("figure <- tr a-z A-Z <- mid <- sort data <- data");
    assertThat(found.exitCode()).isEqualTo(1);
    assertThat(stale("figure", "--json").out())
        .contains("\"checked\" : 1", "\"input\" : \"data\"", "\"lsn\" : 0");
  }

  @Test
  void acceptsInputWithOtherTimesAndRecordedContent() throws IOException {
    Files.setLastModifiedTime(directory.resolve("data"), FileTime.fromMillis(1_000_000_000_000L));
    assertThat(stale("figure").out()).isEmpty();

    write("data", "c\nd\n");
    write("data", "b\na\n");
    assertThat(stale("figure").out()).isEmpty();
  }

  @Test
  void reportsRecordedChangeOfInputUntilOutputIsMadeAgain() {
    trace("echo c >> data");
    Outcome changed = stale("figure");
    assertThat(changed.out()).contains("data was changed by sh -c", "process:");
    assertThat(changed.exitCode()).isEqualTo(1);

    trace(PLOT);
    assertThat(stale("figure").exitCode()).isZero();
  }

  @Test
  void reportsOutputOfIntermediateFileThatWasMadeAgain() {
    trace("sort -r data > mid");

    assertThat(stale("mid").exitCode()).isZero();
    assertThat(stale("figure").out()).contains("mid was changed by sort -r data");
  }

  @Test
  void reportsReplacedAndRemovedInputs() throws IOException {
    trace("echo new > other && mv other data");
    assertThat(stale("figure").out()).contains("data was replaced by another file");

    trace(PLOT);
    write("saved", "old\n");
    Files.move(
        directory.resolve("saved"), directory.resolve("data"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(stale("figure").out()).contains("it is another file");

    write("source", "x\n");
    trace("cat source > copy");
    Files.delete(directory.resolve("source"));
    assertThat(stale("copy").out()).contains("source is not on the disk any more");
  }

  @Test
  void acceptsInputThatTheRunItselfEditedBeforeTheOutput() {
    trace("sed -i s/a/z/ data && sort data > edited");
    assertThat(stale("edited").out()).isEmpty();

    trace("sort data > early; echo more >> data");
    assertThat(stale("early").out()).contains("data was changed by sh -c");
  }

  @Test
  void acceptsRemovedIntermediateFile() throws IOException {
    Files.delete(directory.resolve("mid"));

    assertThat(stale("figure").exitCode()).isZero();
  }

  @Test
  void leavesChangedOutputUndecided() throws IOException {
    write("figure", "by hand");

    Outcome found = stale("figure");

    assertThat(found.out()).contains("figure may be out of date", "undecided: it on the disk");
    assertThat(found.exitCode()).isEqualTo(1);
  }

  @Test
  void leavesOutputUndecidedIfALimitCutsOffItsInputs() {
    Outcome found = stale("figure", "--limit", "1");

    assertThat(found.out()).contains("undecided: only a part of the inputs was compared");
    assertThat(found.exitCode()).isEqualTo(1);
  }

  @Test
  void comparesAsOfBeforeTheChange() {
    tester.run("snapshot", "before");
    trace("echo c >> data");

    assertThat(stale("figure", "--as-of", "before").exitCode()).isZero();
  }

  @Test
  void refusesTargetsWithoutOutputs() throws IOException {
    write("source", "x\n");
    trace("cat source > copy");

    assertThat(stale("source").exitCode()).isEqualTo(2);
    assertThat(stale("source").err()).contains("name a file or directory of outputs");
    assertThat(stale("none").exitCode()).isEqualTo(2);
  }
}
