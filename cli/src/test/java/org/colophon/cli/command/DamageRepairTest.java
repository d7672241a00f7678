// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.fake.FakeGraphFactory;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loses a table file, asks, repairs the store, and asks again. */
class DamageRepairTest {
  private static final String GRAPH = FakeGraphFactory.NAME;
  private static final String[] QUESTION = {"lineage", "/b"};

  @TempDir private Path directory;

  private CommandTester tester;
  private String undamaged;

  @BeforeEach
  void record() {
    tester = new CommandTester(directory).attach(GRAPH);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    assertThat(tester.run("adapters", "catch-up", GRAPH).exitCode()).isZero();
    undamaged = text(tester.run(QUESTION));
    assertThat(undamaged).contains("/a").doesNotContain("incomplete");
  }

  /** Returns an answer without the LSN as of which it was given. */
  private static String text(Outcome outcome) {
    return outcome.out().replaceFirst("v0 @[0-9]+", "v0");
  }

  private List<Path> tables() throws IOException {
    try (Stream<Path> files = Files.list(tester.store.resolve("rocksdb"))) {
      return files.filter(each -> each.toString().endsWith(".sst")).sorted().toList();
    }
  }

  /** Deletes a table file without which the question has a marked answer. */
  private Path loseTable() throws IOException {
    Path aside = directory.resolve("aside");
    for (Path table : tables()) {
      Files.move(table, aside);
      Outcome outcome = tester.run(QUESTION);
      if (outcome.exitCode() == ExitCode.PARTIAL) {
        assertThat(outcome.err())
            .contains("incomplete", table.getFileName().toString(), "adapters rebuild");
        return table;
      }
      assertThat(text(outcome)).isIn(undamaged, "");
      assertThat(outcome.exitCode())
          .isEqualTo(outcome.out().isEmpty() ? ExitCode.TROUBLE : ExitCode.FOUND);
      Files.move(aside, table);
    }
    throw new AssertionError("no file is part of the answer: " + tables());
  }

  @Test
  void answersCompletelyAgainAfterRebuildFromOtherAdapter() throws IOException {
    Path lost = loseTable();

    assertThat(tester.run("status").out()).contains("damaged", lost.getFileName().toString());
    assertThat(tester.run("verify").exitCode()).isEqualTo(ExitCode.NOTHING);
    Outcome repair = tester.run("adapters", "rebuild", "rocksdb");

    assertThat(repair.exitCode()).as(repair.err()).isZero();
    Outcome repaired = tester.run(QUESTION);
    assertThat(repaired.exitCode()).as(repaired.err()).isZero();
    assertThat(text(repaired)).isEqualTo(undamaged);
    assertThat(tester.run("verify").exitCode()).isZero();
  }

  @Test
  void answersCompletelyAgainAfterRestoreOfBackup() throws IOException {
    Path backup = directory.resolve("backup");
    assertThat(tester.run("backup", backup.toString()).exitCode()).isZero();
    loseTable();

    Path restored = directory.resolve("restored");
    Outcome restore = tester.run("restore", backup.toString(), "--store", restored.toString());

    assertThat(restore.exitCode()).as(restore.err()).isZero();
    Outcome answer = tester.run("lineage", "/b", "--store", restored.toString());
    assertThat(answer.exitCode()).as(answer.err()).isZero();
    assertThat(text(answer)).isEqualTo(undamaged);
  }

  @Test
  void continuesToRecordAndStaysMarkedWithoutRepair() throws IOException {
    Path lost = loseTable();

    tester.record(sink -> Recorded.copy(sink, Bytes.of("/c"), Bytes.of("/d")));

    assertThat(tester.run("lineage", "/d").out()).contains("/c");
    Outcome marked = tester.run(QUESTION);
    assertThat(marked.exitCode()).isEqualTo(ExitCode.PARTIAL);
    assertThat(marked.err()).contains(lost.getFileName().toString());
  }

  @Test
  void refusesRebuildWithoutOtherSource() throws IOException {
    assertThat(tester.run("adapters", "detach", GRAPH, "--yes").exitCode()).isZero();
    loseTable();

    Outcome refused = tester.run("adapters", "rebuild", "rocksdb");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("no other readable adapter has the records of rocksdb");
  }
}
