// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.asof;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AsOfScenarioTest {
  @TempDir private Path directory;

  @Test
  void findsSameEdgesAsOfEachSnapshotAsInStoreThatEndedThere() throws Exception {
    AsOfScenario scenario =
        CommandLine.populateCommand(
            new AsOfScenario(),
            "--transactions=600",
            "--files=50",
            "--snapshots=3",
            "--targets=3",
            "--rounds=2");
    scenario.prepare(directory);
    List<Figures> runs = scenario.experiments().get(0).measure(text -> {});
    assertThat(runs).hasSize(2 * 3 * 2 * 2);
    assertThat(runs).allSatisfy(run -> assertThat(run.number("edges")).isPositive());
  }
}
