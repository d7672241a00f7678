// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.service.Service;
import org.colophon.service.config.file.ConfigFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Restores contents of a file that was edited in a mount with the inspector of texts. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class UndoIT {
  private static final List<String> EDITS =
      List.of(
          "printf 'one\\ntwo\\r\\nthree' > notes.txt",
          "sed -i s/two/2/ notes.txt",
          "echo four >> notes.txt",
          ": > notes.txt",
          "echo new > new.txt; mv new.txt notes.txt");

  @TempDir private Path temporary;

  private final List<byte[]> contents = new ArrayList<>();
  private final List<String> snapshots = new ArrayList<>();
  private Path directory;
  private CommandTester tester;
  private Service service;

  @BeforeEach
  void prepare() throws IOException {
    directory = temporary.toRealPath();
    tester = new CommandTester(directory);
    Files.createDirectory(directory.resolve("src"));
    Files.createDirectory(directory.resolve("dst"));
    Path file = directory.resolve("colophon.yaml");
    Files.writeString(file, "attach:\n  roots: [" + directory + "]\n");
    service = Service.start(ConfigFile.read(file, tester.store));
  }

  @AfterEach
  void stop() {
    service.stop(); // unmounts, if a test has failed
  }

  private void unmount(CompletableFuture<Outcome> command) throws Exception {
    run(directory, "umount dst");
    assertThat(command.get().exitCode()).as(command.get().err()).isZero();
  }

  private CompletableFuture<Outcome> mount() throws IOException {
    var command =
        CompletableFuture.supplyAsync(
            () -> tester.run("mount", "src", "dst", "--no-trace", "--inspectors", "text"));
    while (!Files.readString(Path.of("/proc/self/mountinfo")).contains(" " + directory + "/dst ")) {
      if (command.isDone()) {
        throw new AssertionError(command.join().err());
      }
      LockSupport.parkNanos(1_000_000);
    }
    return command;
  }

  private void run(Path where, String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-ec", script)
            .directory(where.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isZero();
  }

  /** Edits the file, and takes a snapshot when the patch of each edit is recorded. */
  private void edit() throws IOException, InterruptedException {
    for (String each : EDITS) {
      run(directory.resolve("dst"), each);
      contents.add(Files.readAllBytes(directory.resolve("src/notes.txt")));
      while (undo("--as-of", "now", "--force").exitCode() != 0) {
        LockSupport.parkNanos(10_000_000);
      }
      String name = "edit" + contents.size();
      assertThat(tester.run("snapshot", name).exitCode()).isZero();
      snapshots.add(name);
    }
  }

  private Outcome undo(String... options) {
    List<String> words = new ArrayList<>(List.of("undo", "dst/notes.txt", "-o", "out"));
    words.addAll(List.of(options));
    return tester.run(words.toArray(String[]::new));
  }

  private void assertRestoresEachContent(String... options) throws IOException {
    for (int i = 0; i < EDITS.size(); i++) {
      List<String> words = new ArrayList<>(List.of("--as-of", snapshots.get(i), "--force"));
      words.addAll(List.of(options));
      Outcome outcome = undo(words.toArray(String[]::new));
      assertThat(outcome.exitCode()).as(outcome.err()).isZero();
      assertThat(directory.resolve("out")).as(EDITS.get(i)).hasBinaryContent(contents.get(i));
    }
  }

  @Test
  void restoresEachContentFromMountAndAfterItsEnd() throws Exception {
    var command = mount();
    edit();
    assertRestoresEachContent();

    unmount(command);
    assertThat(undo("--as-of", snapshots.get(0), "--force").err())
        .contains("dst/notes.txt is not a regular file", "--from");
    assertThat(service.stop()).isTrue();
    assertRestoresEachContent("--from", "src/notes.txt");

    Files.write(directory.resolve("second"), contents.get(1));
    String[] older = {"--as-of", snapshots.get(0), "--from", "second", "--force"};
    assertThat(undo(older).exitCode()).isZero();
    assertThat(directory.resolve("out")).hasBinaryContent(contents.get(0));
  }

  @Test
  void reportsChangeOutsideOfMount() throws Exception {
    var command = mount();
    edit();
    unmount(command);
    run(directory, "rm out; echo more >> src/notes.txt");
    Outcome outcome = undo("--as-of", snapshots.get(0), "--from", "src/notes.txt");
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("the content to start from is not recorded: ");
    assertThat(directory.resolve("out")).doesNotExist();
  }
}
