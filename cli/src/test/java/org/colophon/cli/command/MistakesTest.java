// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.config.Store;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the messages for common mistakes with stores and output files. */
class MistakesTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void createTester() {
    tester = new CommandTester(directory).withStrace();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lineage x", "status", "adapters", "trace true", "serve"})
  void refusesFileAsStore(String line) throws IOException {
    Path file = Files.writeString(directory.resolve("notes"), "text");

    Outcome outcome = tester.with("COLOPHON_STORE", file.toString()).run(line.split(" "));

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err())
        .contains(file + " is not a directory")
        .contains("--store")
        .doesNotContain("Exception");
  }

  @Test
  void explainsHowToRestoreLostVersionFile() throws IOException {
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    Files.delete(tester.store.resolve("VERSION"));

    Outcome lost = tester.run("lineage", "/b");
    Files.writeString(tester.store.resolve("VERSION"), "colophon store 1\n");

    assertThat(lost.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(lost.err()).contains("printf 'colophon store 1\\n' > " + tester.store);
    assertThat(tester.run("lineage", "/b").exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lineage /b -o b.pdf", "export /b -o b.png", "export -o all.xml"})
  void refusesUnknownSuffixOfOutputFile(String line) {
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));

    Outcome outcome = tester.run(line.split(" "));

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains(".svg", ".graphml", "--format");
    assertThat(directory.resolve("b.pdf")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lineage /b -o b.txt", "lineage /b -o b", "lineage /b -f tree -o b.pdf"})
  void writesTreeToTextFileOrWhenFormatIsNamed(String line) {
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));

    assertThat(tester.run(line.split(" ")).exitCode()).isZero();
  }

  @Test
  void refusesRootDirectoryAsOutputFile() {
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));

    Outcome outcome = tester.run("lineage", "/b", "-o", "/");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).contains("cannot write to /").doesNotContain("unexpected failure");
  }

  @Test
  void explainsHowToRunTwoTracesConcurrently() {
    try (Kernel kernel = new Store(tester.store, text -> {}).openKernel(List.of())) {
      kernel.drain();

      Outcome second = tester.run("trace", "true");

      assertThat(second.exitCode()).isEqualTo(ExitCode.TROUBLE);
      assertThat(second.err())
          .contains("process " + ProcessHandle.current().pid() + " since 20", "colophon serve");
    }
  }

  @Test
  void passesOptionsAfterTracedCommandToTheCommand() {
    Outcome outcome = tester.run("trace", "/nowhere/ls", "-la", "--store", "x");

    assertThat(outcome.exitCode()).isEqualTo(127);
    assertThat(outcome.err()).doesNotContain("Unknown option");
  }
}
