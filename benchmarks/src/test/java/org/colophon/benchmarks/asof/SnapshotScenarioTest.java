// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.asof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SnapshotScenarioTest {
  @TempDir private Path directory;

  @Test
  void comparesTransactionsWithAndWithoutSnapshots() throws Exception {
    SnapshotScenario scenario =
        CommandLine.populateCommand(
            new SnapshotScenario(),
            "--transactions=300",
            "--durable-transactions=20",
            "--files=50",
            "--rounds=2");
    scenario.prepare(directory);
    Experiment experiment = scenario.experiments().get(0);
    List<Figures> runs = experiment.measure(text -> {});
    assertThat(runs).hasSize(2 * 2 * 2);
    // A transaction has six records: start, two reads, cut, write and exit.
    assertThat(experiment.rows(runs))
        .extracting(row -> row.get("records"))
        .containsExactly(1800.0, 2100.0, 120.0, 140.0);
  }

  @Test
  void rejectsStoreWithMissingSnapshot() {
    assertThatThrownBy(() -> SnapshotScenario.check("snapshots", 3, 2))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("2 snapshots, not 3");
  }
}
