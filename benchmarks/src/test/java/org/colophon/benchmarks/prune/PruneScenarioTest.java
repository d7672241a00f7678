// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PruneScenarioTest {
  @TempDir private Path directory;

  @Test
  void removesRecordsByEachPolicyAndPreservesKeptLineage() throws Exception {
    PruneScenario scenario =
        CommandLine.populateCommand(
            new PruneScenario(), "--runs=2000", "--compared=5", "--rounds=1");
    scenario.prepare(directory);
    List<Figures> runs = scenario.experiments().get(0).measure(line -> {});
    assertThat(runs).hasSize(6);
    assertThat(runs)
        .allSatisfy(
            run -> {
              assertThat(run.number("removed records"))
                  .isPositive()
                  .isLessThan(run.number("records"));
              assertThat(run.number("unchanged lineages")).isEqualTo(5);
            });
    double byAge = removed(runs, "--older-than");
    assertThat(removed(runs, "--older-than, --keep")).isLessThan(byAge);
    assertThat(removed(runs, "--older-than, --keep-snapshot")).isLessThan(byAge);
  }

  private static double removed(List<Figures> runs, String policy) {
    return runs.stream()
        .filter(run -> run.value("policy").equals(policy))
        .findFirst()
        .orElseThrow()
        .number("removed records");
  }

  @Test
  void rejectsChangedLineageOfKeptResult() {
    assertThatThrownBy(() -> PruneScenario.checkSame("x", List.of("a"), List.of("b")))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("pruning by x changed the lineage");
  }
}
