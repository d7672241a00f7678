// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TreeScenarioTest {
  @TempDir private Path directory;

  @Test
  void measuresSeriesOfQueriesForEachMemoryAndSizeOfLog() throws Exception {
    TreeScenario scenario = new TreeScenario();
    new CommandLine(scenario)
        .parseArgs(
            "--sweep",
            "--levels=3",
            "--blocks=2",
            "--sweep-levels=2",
            "--memory=memtable-bytes=1m,buffer-operations=16384",
            "--warm-up-seconds=0",
            "--rounds=1");
    scenario.prepare(directory);
    List<Experiment> experiments = scenario.experiments();
    assertThat(rows(experiments.get(0)))
        .extracting(row -> row.get(SubjectRun.SYSTEM) + " " + row.get(SubjectRun.MEMORY))
        .containsExactly(
            "colophon memtable-bytes=1m", "colophon buffer-operations=16384", "berkeleydb null");
    List<Map<String, Object>> sizes = rows(experiments.get(1));
    assertThat(sizes).hasSize(3);
    for (Map<String, Object> row : sizes) {
      assertThat(SubjectRun.series().stream().map(name -> (double) row.get(name)).toList())
          .hasSize(5)
          .isSorted();
    }
  }

  private static List<Map<String, Object>> rows(Experiment experiment) throws Exception {
    List<Figures> runs = experiment.measure(line -> {});
    return experiment.rows(runs);
  }
}
