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

/** Tests inputs that change between two traced runs. */
class ChangedInputIT {
  private static final String CHANGED = "changed by something not recorded";

  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void recordFirstRun() throws IOException {
    tester = new CommandTester(directory);
    write("a", "one");
    write("b", "same");
    trace("cat a b > first");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private void trace(String script) {
    String inDirectory = "cd '" + directory + "' && " + script;
    assertThat(tester.run("trace", "--", "sh", "-c", inDirectory).exitCode()).isZero();
  }

  private String lineage(String name) {
    return tester.run("lineage", name).out();
  }

  @Test
  void beginsVersionOfInputEditedBetweenRuns() throws IOException {
    write("a", "two");
    trace("cat a b > second");

    assertThat(lineage("second")).contains("a (" + CHANGED + ")").doesNotContain("b (");
    assertThat(lineage("first")).doesNotContain(CHANGED);
    assertThat(tester.run("history", "a").out()).contains(CHANGED);
    assertThat(tester.run("show", "a").out()).contains("versions  2", CHANGED + " at 20");
    assertThat(tester.run("lineage", "second", "--json").out())
        .containsPattern("\"start\" : \\{\\s+\"process\" : 0,");
    Outcome difference = tester.run("diff", "first", "second");
    assertThat(difference.out())
        .containsPattern("\\* .*\\ba +\\[object:\\d+\\.v0 -> object:\\d+\\.v1]");
    assertThat(difference.out()).doesNotContainPattern("\\* .*\\bb +\\[");
  }

  @Test
  void beginsVersionOfReplacedInputWithSameSizeAndTime() throws IOException {
    FileTime time = Files.getLastModifiedTime(directory.resolve("a"));
    write("new", "two");
    Files.setLastModifiedTime(directory.resolve("new"), time);
    Files.move(
        directory.resolve("new"), directory.resolve("a"), StandardCopyOption.REPLACE_EXISTING);
    trace("cat a b > second");

    assertThat(lineage("second")).contains("a (" + CHANGED + ")");
  }

  @Test
  void keepsVersionOfInputWithChangedAttributes() throws IOException {
    directory.resolve("a").toFile().setExecutable(true);
    trace("cat a b > second");

    assertThat(tester.run("show", "a").out()).contains("versions  1");
  }

  @Test
  void keepsVersionThatRecordedProcessesWrote() {
    trace("cat b >> a; cp -p a tmp; mv tmp c; touch b");
    trace("cat a c > second; cat b >> a");
    trace("cat a c > third");

    assertThat(lineage("third")).doesNotContain(CHANGED);
    assertThat(tester.run("show", "b").out()).contains("versions  1");
    assertThat(tester.run("show", "c").out()).contains("versions  1");
  }

  @Test
  void separatesEarlierWritersFromEditedResult() throws IOException {
    write("first", "by hand");
    trace("cat first > second");

    assertThat(lineage("second")).contains("first (" + CHANGED + ")").doesNotContain("cat a b");
  }
}
