// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FuseScenarioTest {
  @TempDir Path directory;

  @Test
  void measuresEveryWorkloadOnEverySystemAndFindsItsRecords() throws Exception {
    List<String> systems = List.of("native", "mirror", "jnr-fuse", "async");
    List<Figures> runs = run(systems);
    List<Figures> rows = FuseScenario.rows(runs);
    assertThat(rows).hasSize(13 * systems.size() - 1); // jnr-fuse refuses shared mappings
    assertThat(rows)
        .allSatisfy(row -> assertThat((double) row.get("wall s")).isPositive())
        .filteredOn(row -> row.get("system").equals("mirror"))
        .allSatisfy(row -> assertThat((double) row.get("wall / mirror")).isEqualTo(1));
  }

  @Test
  void comparesWithinEachRoundWhenRoundsDiffer() {
    List<Figures> runs = new ArrayList<>();
    for (double mirror : new double[] {1, 2}) {
      runs.add(run("w", "mirror", mirror));
      runs.add(run("w", "a", 2 * mirror * mirror));
      runs.add(run("v", "a", 5));
    }
    assertThat(FuseScenario.rows(runs))
        .extracting(row -> row.get("wall / mirror"))
        .containsExactly(1.0, 3.0, null);
  }

  private static Figures run(String workload, String system, double seconds) {
    return Figures.of("workload", workload)
        .and("system", system)
        .and("wall s", seconds)
        .and("cpu s", seconds);
  }

  @Test
  void listsTheSystemsWhenAGivenOneIsUnknown() {
    assertThatThrownBy(() -> run(List.of("ntfs")))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("no system 'ntfs'")
        .hasMessageContaining("bindfs");
  }

  @Test
  void rejectsAWrongResultOfAWorkload() {
    ShellWorkload workload =
        new ShellWorkload(
            "w", directory, "true", "true", "echo a >\"$DIR/f\"", "cat \"$DIR/f\"", "b");
    assertThatThrownBy(() -> workload.run(directory, 0))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("came out as 'a', not 'b'");
  }

  @Test
  void removesAllFilesAfterPostmark() throws Exception {
    Path mails = Files.createDirectory(directory.resolve("mails"));
    FileWorkload.Cost cost = new Postmark(30, 3, 25).run(mails, 0);
    assertThat(cost.wallSeconds()).isPositive();
    assertThat(mails).isEmptyDirectory();
  }

  private List<Figures> run(List<String> systems) throws Exception {
    Path lower = Files.createDirectory(directory.resolve("lower")).toRealPath();
    FuseScenario tiny =
        CommandLine.populateCommand(
            new FuseScenario(),
            "--lower=" + lower,
            "--files=4",
            "--threads=2",
            "--headers=20",
            "--sources=2",
            "--warm-up-rounds=1",
            "--rounds=1",
            "--systems=" + String.join(",", systems));
    try {
      tiny.prepare(Files.createDirectory(directory.resolve("stores")));
      List<Figures> runs = tiny.experiments().get(0).measure(line -> {});
      tiny.check();
      return runs;
    } finally {
      tiny.cleanUp();
    }
  }
}
