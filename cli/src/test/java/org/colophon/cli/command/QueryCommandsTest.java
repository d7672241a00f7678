// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryCommandsTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void recordBuild() {
    tester = new CommandTester(directory);
    tester.record(
        sink -> {
          Recorded.compile(sink, at("a.c"), at("a.o"));
          Recorded.copy(sink, Bytes.of(at("a.o")), Bytes.of(at("prog")));
        });
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void showsAncestorsWithoutSystemFilesByDefault() {
    Outcome outcome = tester.run("lineage", "prog");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .startsWith("prog")
        .contains("a.c", "/usr/bin/cc", "1 node hidden")
        .doesNotContain("stdio.h", "\u001b");
  }

  /** Returns a stream whose writes fail, as with a closed pipe or a full disk. */
  private static OutputStream failing(String problem) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(problem);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"export", "lineage prog --json", "lineage prog"})
  void endsSilentlyWhenTheReaderClosesThePipe(String line) {
    Outcome gone = tester.runInto(failing("Broken pipe"), line.split(" "));
    assertThat(gone.err()).isEmpty();
    assertThat(gone.exitCode()).isZero();

    Outcome full = tester.runInto(failing("No space left on device"), line.split(" "));
    assertThat(full.err()).contains("cannot write to standard output", "the disk is full");
    assertThat(full.exitCode()).isEqualTo(ExitCode.TROUBLE);
  }

  @Test
  void reportsSimilarGapsInOneLine() {
    tester.record(
        sink -> {
          for (int i = 0; i < 3; i++) {
            sink.gap(0, GapCause.UNDECODABLE, 2, 0);
            sink.gap(0, GapCause.EVENTS_LOST, 1, 0);
          }
        });

    Outcome outcome = tester.run("status");

    assertThat(outcome.out().lines().filter(line -> line.startsWith("missing")))
        .hasSize(2)
        .anySatisfy(
            line -> assertThat(line).containsPattern("\\(6\\), 3 times from LSN \\d+ to \\d+$"));
  }

  @Test
  void showsSystemFilesWithAll() {
    assertThat(tester.run("lineage", "prog", "--all").out()).contains("/usr/include/stdio.h");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/dev/shm/job/x", "/run/user/1000/x", "/run/media/me/disk/x", "/run/shm/x"})
  void showsUserFilesBelowSystemDirectories(String scratch) {
    tester.record(
        sink -> {
          Recorded.copy(sink, Bytes.of(at("prog")), Bytes.of(scratch));
          Recorded.copy(sink, Bytes.of(scratch), Bytes.of(at("installed")));
        });

    assertThat(tester.run("lineage", "installed").out()).contains(scratch, "prog");
    assertThat(tester.run("diff", "installed", "prog").out()).contains(scratch);
    assertThat(tester.run("lineage", "installed", "--hide", scratch).out()).doesNotContain(scratch);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/dev/tty9", "/run/utmp", "/run/users", "/dev/shmem", "/dev/shm/sem.mp-1"})
  void omitsFilesOfSystem(String system) {
    tester.record(sink -> Recorded.copy(sink, Bytes.of(system), Bytes.of(at("copy"))));

    assertThat(tester.run("lineage", "copy").out())
        .contains("1 node hidden and not followed; --all shows them")
        .doesNotContain(system);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--descendants", "--downstream"})
  void showsDescendantsWhenAsked(String option) {
    assertThat(tester.run("lineage", "a.c", option).out()).contains("prog");
  }

  @Test
  void reportsNodesBeyondASmallDepth() {
    Outcome outcome = tester.run("lineage", "prog", "--depth", "1");

    assertThat(outcome.out()).contains("a.o", "more beyond").doesNotContain("a.c");
  }

  @Test
  void hidesNamesThatMatchTheGlob() {
    assertThat(tester.run("lineage", "prog", "--hide", "*.o").out()).doesNotContain("a.c");
  }

  @Test
  void exitsWithOneWhenThereAreNoAncestors() {
    Outcome outcome = tester.run("lineage", "a.c");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err()).contains("nothing else is known");
  }

  @Test
  void coloursOnlyTerminalsAndHonoursNoColor() {
    tester.onTerminal();
    assertThat(tester.run("lineage", "prog").out()).contains("\u001b[");
    assertThat(tester.with("NO_COLOR", "1").run("lineage", "prog").out()).doesNotContain("\u001b");
  }

  @ParameterizedTest
  @CsvSource({
    "tree, prog",
    "table, effect",
    "json, {",
    "dot, digraph",
    "prov-json, prefix",
    "prov-n, document",
    "prov-turtle, @prefix",
    "prov-jsonld, @context",
    "graphml, <graphml",
    "svg, <svg"
  })
  void writesEveryFormat(String format, String expected) {
    Outcome outcome = tester.run("lineage", "prog", "--format", format);

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains(expected);
  }

  @ParameterizedTest
  @CsvSource({"dot, digraph", "ttl, @prefix", "jsonld, @context"})
  void choosesFormatBySuffixWhenWritingToFile(String suffix, String expected) throws IOException {
    Outcome outcome = tester.run("lineage", "prog", "-o", "prog." + suffix);

    assertThat(outcome.out()).isEmpty();
    assertThat(directory.resolve("prog." + suffix)).content().contains(expected);
    try (var files = Files.list(directory)) {
      assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
    }
  }

  @Test
  void namesTheFormatsWhenFormatIsUnknown() {
    Outcome outcome = tester.run("lineage", "prog", "--format", "yaml");

    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.err()).contains("yaml").contains("prov-json");
  }

  @Test
  void suggestsSimilarNamesWhenPathIsUnknown() {
    Outcome outcome = tester.run("lineage", "prgo");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err()).startsWith("colophon: nothing is known of ").contains(at("prog"));
    assertThat(outcome.err().lines()).hasSize(1);
  }

  @Test
  void explainsEachHopOfAChain() {
    Outcome outcome = tester.run("why", "prog", "a.c");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("/bin/cp", "a.o", "/usr/bin/cc", "a.c");
  }

  @Test
  void reportsTheReverseDirection() {
    Outcome outcome = tester.run("why", "a.c", "prog");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err()).contains("opposite direction");
  }

  @Test
  void reportsHistoryOfPathsOnly() {
    assertThat(tester.run("history", "a.o").out()).contains("written");
    Outcome refused = tester.run("history", "object:1");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("colophon show");
  }

  @Test
  void showsProcessesByPidAndObjectsById() {
    Outcome outcome = tester.run("show", "pid:100", "object:1");

    assertThat(outcome.out()).contains("/usr/bin/cc").contains("object:1");
  }

  @Test
  void answersAsOfSnapshotWhenFileChangedSince() {
    assertThat(tester.run("snapshot", "before").out()).isEqualTo("before\n");
    tester.record(sink -> Recorded.copy(sink, Bytes.of(at("other")), Bytes.of(at("prog"))));

    assertThat(tester.run("lineage", "prog").out()).contains("other");
    assertThat(tester.run("lineage", "prog@before").out()).doesNotContain("other");
    assertThat(tester.run("lineage", "prog", "--as-of", "before").out()).doesNotContain("other");
    assertThat(tester.run("export", "--as-of", "before").out())
        .contains(at("prog"))
        .doesNotContain(at("other"));
    assertThat(tester.run("export").out()).contains(at("other"));
    assertThat(tester.run("diff", "prog@before", "prog").out()).contains("other");
    assertThat(tester.run("snapshots").out()).contains("before");
  }

  @Test
  void movesAndDeletesSnapshot() {
    tester.run("snapshot", "v");
    assertThat(tester.run("snapshot", "v", "--move").exitCode()).isZero();
    assertThat(tester.run("snapshot", "v", "--delete").exitCode()).isZero();
    assertThat(tester.run("snapshots").out()).contains("taken", "moved", "deleted");
    assertThat(tester.run("snapshot", "v", "--delete").err()).contains("no snapshot called 'v'");
    assertThat(tester.run("snapshot", "v", "--delete", "--move").err()).contains("--move or");
    assertThat(tester.run("snapshot", "--delete").err()).contains("give the NAME");
  }

  @Test
  void rejectsSnapshotWhenNameIsTaken() {
    tester.run("snapshot", "one");

    Outcome outcome = tester.run("snapshot", "one");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("'one' already");
  }

  @Test
  void showsTheFormOfTimesWhenAsOfIsInvalid() {
    Outcome outcome = tester.run("lineage", "prog", "--as-of", "yesterdayish");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("yesterdayish").contains("snapshots:");
  }

  @Test
  void countsAndAccountsInStatus() throws IOException {
    tester.record(sink -> Recorded.lose(sink, at("lossy")));

    JsonNode status = new ObjectMapper().readTree(tester.run("status", "--json").out());

    assertThat(status.get("processes").asLong()).isEqualTo(3);
    assertThat(status.get("objects").asLong()).isEqualTo(5);
    assertThat(status.get("gaps").get(0).get("cause").asText()).isEqualTo("IO_URING");
    assertThat(tester.run("status").out()).contains("io_uring");
    assertThat(tester.run("lineage", "lossy").out()).contains("incomplete");
  }

  @Test
  void showsChangesBelowTheWritesWhenAskedForHistory() {
    String patch = "--- a\n+++ a\n@@ -1 +1 @@\n-old\n+new\n";
    tester.record(sink -> Recorded.attach(sink, at("prog"), "text/patch", patch));
    assertThat(tester.run("history", "prog", "--changes").out())
        .containsPattern(
            "written: [^\n]*\n    text/patch, 34 B, LSN \\d+, of several or unknown processes\n"
                + "      --- a\n")
        .contains("      -old\n      +new\n");
    assertThat(tester.run("history", "prog").out()).doesNotContain("text/patch");
    assertThat(tester.run("history", "prog", "--changes", "--json").out())
        .contains("\"changes\"", "\"text\" : \"--- a\\n");
  }

  @Test
  void showsExtendedRecords() {
    tester.record(sink -> Recorded.attach(sink, at("a.c"), "text/note", "hello\u001b[31m"));

    assertThat(tester.run("inspect", "a.c").out())
        .contains("text/note")
        .contains("hello")
        .doesNotContain("\u001b");
    assertThat(tester.run("inspect", "prog").exitCode()).isEqualTo(ExitCode.NOTHING);
  }

  @Test
  void showsRecordsOfAFileAfterItsNameEnded() {
    tester.record(
        sink -> {
          long object = sink.objectAt(Bytes.of(at("a\nc")), ObjectKind.FILE, 0);
          sink.unbind(0, Bytes.of(at("a\nc")), 0);
          sink.extend(0, object, "text/note", Bytes.of("afterwards"), 0);
        });

    assertThat(tester.run("inspect", "a\\nc").out()).contains("afterwards");
    assertThat(tester.run("history", "a\\nc").out()).contains("removed");
  }

  @Test
  void exportsEverythingWhenNoTargetIsGiven() throws IOException {
    JsonNode all = new ObjectMapper().readTree(tester.run("export").out());

    assertThat(all.get("activity").size()).isEqualTo(2);
    assertThat(all.get("entity").toString())
        .contains(at("a.c"), at("a.o"), at("prog"), "/usr/include/stdio.h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"export --json", "export prog --json", "lineage prog --json"})
  void answersWithLineageJsonWhenAskedForJson(String line) throws IOException {
    JsonNode answer = new ObjectMapper().readTree(tester.run(line.split(" ")).out());

    assertThat(answer.path("format").asText()).isEqualTo("colophon-lineage");
  }

  @Test
  void exportsVersionsThatWereOverwrittenUnread() throws IOException {
    tester.record(sink -> Recorded.copy(sink, Bytes.of(at("x")), Bytes.of(at("f"))));
    tester.record(sink -> Recorded.overwrite(sink, Bytes.of(at("y")), Bytes.of(at("f"))));
    tester.run("snapshot", "between");
    tester.record(sink -> Recorded.overwrite(sink, Bytes.of(at("z")), Bytes.of(at("f"))));

    JsonNode all = new ObjectMapper().readTree(tester.run("export").out());
    JsonNode between =
        new ObjectMapper().readTree(tester.run("export", "--as-of", "between").out());

    int others = 2; // files that the build wrote
    assertThat(all.get("wasGeneratedBy")).hasSize(others + 3);
    assertThat(between.get("wasGeneratedBy")).hasSize(others + 2);
  }

  @Test
  void preventsHostileNamesFromForgingOutput() {
    byte[] hostile = (at("x\n└─ fake\u001b[2J") + "?").getBytes(StandardCharsets.UTF_8);
    hostile[hostile.length - 1] = (byte) 0xff;
    tester.record(sink -> Recorded.copy(sink, Bytes.wrap(hostile), Bytes.of(at("victim"))));

    for (String command : new String[] {"lineage", "history", "show"}) {
      Outcome outcome = tester.run(command, "victim");
      assertThat(outcome.out()).as(command).doesNotContain("\n└─ fake").doesNotContain("\u001b");
    }
    assertThat(tester.run("lineage", "victim").out()).contains("x\\n└─ fake").contains("\\xff");
  }

  @Test
  void findsAHostileNameByItsDisplayedForm() {
    tester.record(sink -> Recorded.copy(sink, Bytes.of(at("a.c")), Bytes.of(at("new\nline"))));

    assertThat(tester.run("lineage", "new\\nline").out()).contains("a.c");
  }
}
