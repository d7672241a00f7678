// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recorded names are real paths, while queries use symbolic links. {@code via} leads to the
 * directory {@code runs}, and {@code latest} to a file in it.
 */
class LinkedPathsTest {
  @TempDir private Path temporary;

  private Path directory;
  private CommandTester tester;

  @BeforeEach
  void recordCopies() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory);
    tester.record(
        sink -> {
          Recorded.copy(sink, at("a"), at("runs/41"));
          Recorded.copy(sink, at("b"), at("runs/42"));
        });
    Files.createDirectory(directory.resolve("runs"));
    Files.createFile(directory.resolve("runs/41"));
    Files.createFile(directory.resolve("runs/42"));
    link("via", "runs");
    link("latest", "via/42");
  }

  private Bytes at(String name) {
    return Bytes.of(directory.resolve(name).toString());
  }

  private void link(String name, String leadsTo) throws IOException {
    Path link = directory.resolve(name);
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, Path.of(leadsTo));
  }

  /** Records that a traced command created the link. */
  private void recordLink(String name) {
    tester.record(
        sink ->
            sink.bind(0, at(name), sink.object(ObjectDeclaration.of(ObjectKind.SYMLINK), 1), 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"via/42", "latest", "./via/../via/42"})
  void followsLinksThatWereNotRecorded(String name) {
    Outcome outcome = tester.run("lineage", name);

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).startsWith("runs/42").contains("read b").doesNotContain("read a");
    assertThat(tester.run("why", name, "b").exitCode()).isZero();
    assertThat(tester.run("history", name).out()).startsWith(at("runs/42").display());
  }

  @Test
  void followsALinkToAMovedDirectory() throws IOException {
    Files.delete(directory.resolve("runs/42"));

    assertThat(tester.run("lineage", "via/42").out()).contains("read b");
  }

  @Test
  void includesAllFilesBelowALinkedDirectory() {
    assertThat(tester.run("lineage", "via").out()).contains("read a", "read b");
  }

  @Test
  void followsALinkThatWasRecordedToo() {
    recordLink("latest");

    assertThat(tester.run("lineage", "latest").out()).startsWith("runs/42").contains("read b");
    assertThat(tester.run("why", "latest", "b").exitCode()).isZero();
    assertThat(tester.run("diff", "latest", "runs/42").exitCode()).isZero();
    assertThat(tester.run("export", "latest", "-f", "dot").out()).contains("runs/42");
  }

  @Test
  void reportsARecordedLinkItself() {
    recordLink("latest");

    Outcome history = tester.run("history", "latest");
    assertThat(history.out()).startsWith(at("latest").display()).contains("became");
    assertThat(history.err()).contains("leads to " + at("runs/42").display());
    assertThat(tester.run("show", "latest").out()).contains("symlink");
  }

  @Test
  void ignoresThePreviousTargetOfALink() throws IOException {
    recordLink("latest");
    tester.run("snapshot", "first");
    link("latest", "runs/41");
    recordLink("latest");

    assertThat(tester.run("lineage", "latest").out()).startsWith("runs/41");
    assertThat(tester.run("lineage", "latest@first").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @Test
  void acceptsAKnownPathUnchanged() throws IOException {
    tester.record(sink -> Recorded.copy(sink, at("a"), at("via/42")));

    assertThat(tester.run("lineage", "via/42").out()).startsWith("via/42").contains("read a");
  }

  @Test
  void reportsTheTargetOfALinkToAnUnknownFile() throws IOException {
    link("latest", "via/43");
    Files.createFile(directory.resolve("runs/43"));

    Outcome outcome = tester.run("lineage", "latest");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err())
        .contains("nothing is known of " + at("latest").display())
        .contains("leads to " + at("runs/43").display())
        .contains("did you mean", at("runs/42").display());
  }
}
