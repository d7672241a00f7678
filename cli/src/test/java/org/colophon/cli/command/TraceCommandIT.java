// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.fake.FailingFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces real commands with the real strace. */
class TraceCommandIT {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void makeFiles() throws IOException {
    tester = new CommandTester(directory).withStrace();
    Files.writeString(directory.resolve("in.txt"), "b\na\n");
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void recordsAPipelineAndExplainsIt() {
    String pipeline = "sort " + at("in.txt") + " | tr a-z A-Z > " + at("out.tmp");
    String publish = "mv " + at("out.tmp") + " " + at("out.txt");

    Outcome traced = tester.run("trace", "-v", "--", "sh", "-c", pipeline + " && " + publish);

    assertThat(traced.exitCode()).isZero();
    assertThat(directory.resolve("out.txt")).hasContent("A\nB");
    assertThat(traced.err()).contains("reported").contains("suppressed").contains("rocksdb");
    assertThat(tester.run("lineage", "out.txt", "--data-only").out())
        .contains("tr a-z A-Z", "pipe:", "sort", "in.txt");
    assertThat(tester.run("history", "out.txt").out()).contains("moved from", "out.tmp", " by mv ");
    assertThat(tester.run("history", "out.tmp").out()).contains("written", "moved to", "out.txt");
    assertThat(tester.run("lineage", "in.txt", "--descendants").out())
        .contains("out.txt (was out.tmp)");
  }

  @Test
  void omitsFilesThatRulesExclude() {
    String copy = "cat " + at("in.txt") + " > " + at("out.txt");
    Outcome traced = tester.run("trace", "-v", "--exclude", "*.txt", "--", "sh", "-c", copy);
    assertThat(traced.err()).contains("filtered", "capture filters");
    assertThat(tester.run("show", "out.txt").exitCode()).isEqualTo(ExitCode.NOTHING);
    tester.run("trace", "--exclude", "in.txt", "--", "sh", "-c", copy);
    assertThat(tester.run("lineage", "out.txt").out()).contains("cat ");
    assertThat(tester.run("show", "in.txt").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @Test
  void rejectsRulesWithoutMeaning() {
    Outcome outcome = tester.run("trace", "--exclude", "proces=ssh", "--", "true");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("proces=ssh", "process=");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 255})
  void exitsWithTheStatusOfTheCommand(int status) {
    Outcome outcome = tester.run("trace", "--", "sh", "-c", "exit " + status);

    assertThat(outcome.exitCode()).isEqualTo(status);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "KILL, 137"})
  void exitsAsAShellDoesWhenASignalEndsTheCommand(String signal, int status) {
    String end = "kill -" + signal + " $$";
    assertThat(tester.run("trace", "--", "sh", "-c", end).exitCode()).isEqualTo(status);
  }

  @Test
  void exitsWith127WhenCommandIsMissing() {
    Outcome outcome = tester.run("trace", "--", "no-such-command");

    assertThat(outcome.exitCode()).isEqualTo(127);
    assertThat(outcome.err()).isEqualTo("colophon: no-such-command: command not found\n");
  }

  @Test
  void exitsWith126WhenCommandMayNotBeExecuted() {
    assertThat(tester.run("trace", "--", at("in.txt")).exitCode()).isEqualTo(126);
  }

  @ParameterizedTest
  @CsvSource({"strace, 0, 3", "strace, 42, 42", "ebpf, 42, 42"})
  void exitsWithTheStatusOfTheCommandWhenTheDiskOfTheStoreIsFull(String with, int status, int ended)
      throws Exception {
    KernelEvents.assumeFor(with, tester.run("trace", "--with", with, "--", "true"));
    Path small = Files.createDirectory(directory.resolve("small"));
    Process mount =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=8m", "none", small.toString())
            .start();
    assumeThat(mount.waitFor()).as("needs root: mounts").isZero();
    try {
      String script =
          "cat /dev/zero > %s/filler; cd %s; for i in $(seq 2000); do : > f$i; done; exit %d";
      Outcome outcome =
          tester
              .with("COLOPHON_STORE", small.resolve("store").toString())
              .run(
                  "trace",
                  "--no-suppress",
                  "--with",
                  with,
                  "--",
                  "sh",
                  "-c",
                  script.formatted(small, directory, status));

      assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(ended);
      assertThat(outcome.err()).contains("the disk is full");
    } finally {
      assertThat(new ProcessBuilder("umount", "-l", small.toString()).start().waitFor()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 3", "42, 42", "127, 127"})
  void failsWhenRecordsAreNotStored(int status, int ended) {
    Outcome outcome =
        tester.run("trace", "--also-into", FailingFactory.NAME, "--", "sh", "-c", "exit " + status);

    assertThat(outcome.exitCode()).isEqualTo(ended);
    assertThat(outcome.err()).isEqualTo("colophon: adapter failing failed: the tape is torn\n");
  }

  @Test
  void keepsEveryOperationWhenSuppressionIsOff() {
    String copy = "dd if=" + at("in.txt") + " of=" + at("copy") + " bs=1 status=none";

    tester.run("trace", "--no-suppress", "--", "sh", "-c", copy);

    assertThat(tester.run("show", "copy").out()).contains("4 operations");
  }

  @ParameterizedTest
  @ValueSource(strings = {"import", "trace --from", "import strace from="})
  void readsSavedStraceOutput(String how) throws IOException {
    Path saved = directory.resolve("saved.strace");
    Files.writeString(
        saved,
        """
        100 execve("/bin/cp", ["cp", "/w/a", "/w/b"], 0x7ffd /* 9 vars */) = 0
        100 openat(AT_FDCWD, "/w/a", O_RDONLY) = 3
        100 openat(AT_FDCWD, "/w/b", O_WRONLY|O_CREAT|O_TRUNC, 0644) = 4
        100 read(3, "", 131072) = 5
        complete nonsense
        100 write(4, "", 5) = 5
        100 close(4) = 0
        100 exit_group(0) = ?
        100 +++ exited with 0 +++
        """);
    String line = how.endsWith("=") ? how + saved : how + " " + saved;

    Outcome outcome = tester.run(line.split(" "));

    int expected = how.startsWith("import") ? ExitCode.PARTIAL : ExitCode.FOUND;
    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(expected);
    assertThat(tester.run("lineage", "/w/b").out()).contains("/w/a");
  }

  @Test
  void failsClearlyWhenSavedOutputIsMissing() {
    Outcome outcome = tester.run("trace", "--from", "nowhere.strace");

    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.err()).contains(at("nowhere.strace"));
  }

  @Test
  void reportsAMissingCommandToTrace() {
    Outcome outcome = tester.run("trace");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("trace -- make", "--pid", "--from").doesNotContain("pid=N");
  }

  @Test
  void rejectsTwoTraceTargets() {
    Outcome outcome = tester.run("trace", "--pid", "1", "--", "touch", at("was-run"));

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("one of", "--pid").doesNotContain("pid=N");
    assertThat(directory.resolve("was-run")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"import trace.1 trace.2", "import strace trace.1 trace.2"})
  void explainsWhyOnlyOneOfSeveralFilesIsRead(String line) throws IOException {
    Files.writeString(directory.resolve("trace.1"), "exit_group(0) = ?\n");
    Files.writeString(directory.resolve("trace.2"), "exit_group(0) = ?\n");

    Outcome outcome = tester.run(line.split(" "));

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("is not KEY=VALUE", "one file", "strace -f -o FILE");
  }

  @Test
  void reportsAMissingFileToImport() {
    Outcome outcome = tester.run("import", "nowhere.strace");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err()).contains("no file " + at("nowhere.strace"), "dsl");
  }

  @Test
  void rejectsUnknownPolicyBeforeRunningAnything() {
    Outcome outcome = tester.run("trace", "--on-overload=panic", "--", "touch", at("was-run"));

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(directory.resolve("was-run")).doesNotExist();
  }
}
