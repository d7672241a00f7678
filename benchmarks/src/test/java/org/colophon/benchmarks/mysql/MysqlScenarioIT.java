// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MysqlScenarioIT {
  private static final List<String> TINY =
      List.of(
          "--warehouses=1",
          "--customers=30",
          "--items=200",
          "--clients=2",
          "--warm-up=0",
          "--seconds=1",
          "--settling=1",
          "--rounds=1");

  @TempDir private Path directory;

  private MysqlScenario prepared(String... more) throws Exception {
    MysqlScenario scenario = new MysqlScenario();
    CommandLine line = new CommandLine(scenario);
    List<String> words = new ArrayList<>(TINY);
    words.addAll(List.of(more));
    line.parseArgs(words.toArray(String[]::new));
    scenario.prepare(directory);
    return scenario;
  }

  @Test
  void measuresEachKindOfTransactionWithEachLog() throws Exception {
    MysqlScenario scenario = prepared();
    try {
      List<Experiment> experiments = scenario.experiments();
      List<Figures> loads = experiments.get(0).measure(line -> {});
      assertThat(loads).hasSize(2 + 2 * 5 + 2);
      assertThat(loads)
          .filteredOn(row -> row.get("what").equals("saturation, no log"))
          .allSatisfy(row -> assertThat(row.number("tpmC")).isPositive());
      List<Map<String, Object>> kinds =
          experiments.get(1).rows(experiments.get(1).measure(line -> {}));
      assertThat(kinds)
          .filteredOn(row -> row.get("what").equals("saturation, general log, recorded"))
          .extracting(row -> row.get("transaction"))
          .contains("new order", "payment");
      assertThat(kinds)
          .allSatisfy(
              row ->
                  assertThat((double) row.get("99 % ms"))
                      .isGreaterThanOrEqualTo((double) row.get("median ms")));
    } finally {
      scenario.cleanUp();
    }
  }

  @Test
  void refusesBufferPoolThatHoldsAllData() throws Exception {
    MysqlScenario scenario = prepared("--buffer-pool=64M");
    try {
      Experiment loads = scenario.experiments().get(0);
      assertThatThrownBy(() -> loads.measure(line -> {}))
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("fits a buffer pool of 64M");
    } finally {
      scenario.cleanUp();
    }
  }
}
