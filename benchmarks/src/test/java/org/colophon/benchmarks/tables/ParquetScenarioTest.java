// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ParquetScenarioTest {
  @TempDir private Path directory;

  @Test
  void exportsMoreEdgesAfterFirstExport() throws Exception {
    ParquetScenario scenario =
        CommandLine.populateCommand(new ParquetScenario(), "--processes=200", "--rounds=1");
    scenario.prepare(directory);
    List<Figures> runs = scenario.experiments().get(0).measure(text -> {});
    assertThat(runs).extracting(run -> run.get("edges")).containsExactly(4000L, 40L);
    assertThat(directory).isEmptyDirectory();
  }
}
