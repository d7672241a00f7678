// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.cli.command.CommandTester.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests inspectors of files that a traced command changes. */
@Timeout(120)
class TracedChangesIT {
  @TempDir private Path temporary;

  private Path directory;
  private CommandTester tester;

  @BeforeEach
  void start() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory);
    Files.writeString(directory.resolve("notes.txt"), "one\ntwo\nthree\n");
  }

  private Outcome trace(String tracer, String script, String... more) {
    Stream<String> options =
        Stream.concat(
            Stream.of("trace", "--with", tracer, "--inspectors", "text"), Stream.of(more));
    return tester.run(
        Stream.concat(options, Stream.of("--", "bash", "-c", "cd '" + directory + "'\n" + script))
            .toArray(String[]::new));
  }

  private void traced(String tracer, String script, String... more) {
    Outcome outcome = trace(tracer, script, more);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
  }

  /** Returns the writers of a file, and the changed lines below each. */
  private List<String> changes(String file) {
    Outcome outcome = tester.run("history", file, "--changes");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome
        .out()
        .lines()
        .filter(line -> line.contains(" written") || line.matches(" *(text/patch.*|[-+][^-+].*)"))
        .map(line -> line.replaceAll(".* by (\\S+).*", "$1").strip())
        .map(line -> line.replaceAll("text/patch, [0-9]+ B, LSN [0-9]+", "patch"))
        .collect(Collectors.toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"strace", "ebpf"})
  void attachesChangedLinesToTheirWriters(String tracer) {
    KernelEvents.assumeFor(tracer, directory);
    traced(tracer, "sed -i s/two/2/ notes.txt; cat notes.txt > new.txt");
    traced(tracer, "mv new.txt moved.txt; echo x >> moved.txt; printf 'all\\n' > notes.txt");
    assertThat(changes("notes.txt"))
        .containsExactly(
            "sed", "patch", "-two", "+2", "bash", "patch", "-one", "-2", "-three", "+all");
    assertThat(changes("moved.txt"))
        .containsExactly("cat", "patch", "+one", "+2", "+three", "bash", "patch", "+x");
  }

  @Test
  void restoresContentBeforeTracedChanges() {
    traced("strace", "echo a >> notes.txt");
    assertThat(tester.run("snapshot", "first").exitCode()).isZero();
    traced("strace", "sed -i s/two/2/ notes.txt; echo b >> notes.txt");
    Outcome restored = tester.run("undo", "notes.txt", "--as-of", "first", "-o", "-");
    assertThat(restored.exitCode()).as(restored.err()).isZero();
    assertThat(restored.out()).isEqualTo("one\ntwo\nthree\na\n");
  }

  @Test
  void comparesWithFileThatRenameReplaces() throws IOException {
    Files.writeString(directory.resolve("old.txt"), "old\n");
    traced("strace", "echo new > part; mv part old.txt");
    assertThat(changes("old.txt")).containsExactly("bash", "patch", "-old", "+new");
  }

  @Test
  void comparesFilesOfMovedDirectories() throws IOException {
    Files.createDirectory(directory.resolve("d"));
    Files.writeString(directory.resolve("d/a.txt"), "a\n");
    traced("strace", "mv d e; echo 1 >> e/a.txt");
    assertThat(changes("e/a.txt")).containsExactly("bash", "patch", "+1");
  }

  @Test
  void inspectsNamesOfBytesThatAreNoText() throws IOException {
    traced("strace", "printf 'x\\n' > \"$(printf 'n\\377.txt')\"");
    assertThat(tester.run("find", "--record", "text/patch", "--content", "n").out())
        .contains("n\\xff.txt");
  }

  @Test
  void obeysOptionsOfInspectors() throws IOException {
    Files.writeString(directory.resolve("a.conf"), "a\n");
    traced(
        "strace",
        "echo 1 >> a.conf; echo 2 >> notes.txt",
        "--inspector-option",
        "text.globs=*.conf");
    assertThat(changes("a.conf")).containsExactly("bash", "patch", "+1");
    assertThat(changes("notes.txt")).containsExactly("bash");
  }

  @Test
  void reportsContentThatCouldNotBeCopied() throws IOException {
    try (var large = new java.io.RandomAccessFile(directory.resolve("big.txt").toFile(), "rw")) {
      large.setLength(65L << 20);
    }
    traced("strace", "echo 1 >> big.txt");
    assertThat(tester.run("history", "big.txt", "--changes").out())
        .contains("not found out (text, content-lost): the old content of 68157440 bytes");
  }

  @Test
  void refusesInspectorsWithoutCommandAndUnknownOptions() {
    Outcome withoutCommand = tester.run("trace", "--inspectors", "text", "--pid", "1");
    assertThat(withoutCommand.exitCode()).isEqualTo(2);
    assertThat(withoutCommand.err()).contains("--inspectors needs a command");
    Outcome unknown = trace("strace", "true", "--inspector-option", "office.globs=*.md");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("office.globs belongs to none of --inspectors text");
    assertThat(tester.run("trace", "--inspectors", "nothing", "--", "true").err())
        .contains("nothing");
  }
}
