// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.config.Store;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
  /** Distance of the changed bytes. */
  private static final int EVERY = Effort.level() == 1 ? 4 : 1;

  private static final int DAMAGED = 1;

  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void record() {
    tester = new CommandTester(directory);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/b"), Bytes.of("/c")));
  }

  private Map<Path, FileTime> files() throws IOException {
    Map<Path, FileTime> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(tester.store)) {
      for (Path file : all.toList()) {
        files.put(file, Files.getLastModifiedTime(file));
      }
    }
    return files;
  }

  private Path file(String part, String suffix) throws IOException {
    try (Stream<Path> all = Files.list(tester.store.resolve(part))) {
      return all.filter(each -> each.toString().endsWith(suffix)).findFirst().orElseThrow();
    }
  }

  private static void flip(Path file, double share) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) (bytes.length * share)] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void reportsNoDamageOfIntactStoreAndChangesNothing() throws IOException {
    Map<Path, FileTime> before = files();

    Outcome outcome = tester.run("verify");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("journal", "rocksdb", "intact").doesNotContain("damaged");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void countsOneFrameWithoutRangeOfLsnsAfterClose() {
    assertThat(tester.run("verify").out()).contains("1 segment, 1 frame, up to LSN ");
  }

  @Test
  void verifiesStoreThatIsBeingWritten() {
    try (Kernel kernel = new Store(tester.store, text -> {}).openKernel(List.of())) {
      kernel.drain();
      assertThat(tester.run("verify").exitCode()).isZero();
    }
  }

  @Test
  void reportsFileOffsetAndAdviceForDamagedJournal() throws IOException {
    Path segment = file("journal", ".journal");
    flip(segment, 0.01);

    Outcome outcome = tester.run("verify");

    assertThat(outcome.exitCode()).isEqualTo(DAMAGED);
    assertThat(outcome.out()).contains(segment + " at byte 0", "restore");
  }

  @Test
  void reportsLossOfLastEntryOfJournal() throws IOException {
    flip(file("journal", ".journal"), 0.99);

    Outcome outcome = tester.run("verify");

    assertThat(outcome.exitCode()).isEqualTo(DAMAGED);
    assertThat(outcome.out()).contains("but the store goes up to LSN");
  }

  @Test
  void reportsDamagedAdapterInJson() throws IOException {
    Path table = file("rocksdb", ".sst");
    flip(table, 0.1);

    Outcome outcome = tester.run("verify", "--json");

    assertThat(outcome.exitCode()).isEqualTo(DAMAGED);
    JsonNode answer = new ObjectMapper().readTree(outcome.out());
    assertThat(answer.get("damaged").asBoolean()).isTrue();
    assertThat(answer.findValuesAsText("problem").toString()).contains(table.toString());
    assertThat(answer.findValuesAsText("advice").toString()).contains("catch-up rocksdb");
  }

  @Test
  void reportsMissingAdapterDirectory() throws IOException {
    Files.move(tester.store.resolve("rocksdb"), directory.resolve("away"));

    Outcome outcome = tester.run("verify");

    assertThat(outcome.exitCode()).isEqualTo(DAMAGED);
    assertThat(outcome.out()).contains("the directory is missing");
  }

  @Test
  void reportsMissingListOfAdaptersAndDamagedTable() throws IOException {
    Files.delete(tester.store.resolve("adapters"));
    Path table = file("rocksdb", ".sst");
    flip(table, 0.1);

    Outcome outcome = tester.run("verify");

    assertThat(outcome.exitCode()).isEqualTo(DAMAGED);
    assertThat(outcome.out()).contains("list of adapters is missing", table.toString());
  }

  @Test
  void reportsEachOwnFileThatIsMissingOrChanged() throws IOException {
    for (String name : List.of("VERSION", "adapters", "generation", "synced", "host")) {
      Path file = tester.store.resolve(name);
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      assertThat(tester.run("verify").exitCode()).as("without " + name).isEqualTo(DAMAGED);
      for (int at = 0; at < bytes.length; at += EVERY) {
        byte[] changed = bytes.clone();
        changed[at] ^= 1;
        Files.write(file, changed);
        assertThat(tester.run("verify").exitCode())
            .as("byte %d of %s is changed", at, name)
            .isNotZero();
      }
      Files.write(file, bytes);
      assertThat(tester.run("verify").exitCode()).as("restored " + name).isZero();
    }
  }

  @Test
  void reportsLostVersionFile() throws IOException {
    Files.delete(tester.store.resolve("VERSION"));

    assertThat(tester.run("verify").exitCode()).isEqualTo(DAMAGED);
  }

  @Test
  void exitsWithThreeWhenThereIsNoStore() {
    Outcome outcome = tester.run("verify", "--store", directory.resolve("none").toString());

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).contains("there is no store in");
  }

  @Test
  void showsProgressOnTerminal() {
    assertThat(tester.onTerminal().run("verify").err()).contains("verifying journal");
  }
}
