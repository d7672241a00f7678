// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.find;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FindScenarioTest {
  @TempDir private Path directory;

  @Test
  void findsTheSameFilesAfterSomeWereRemoved() throws Exception {
    FindScenario scenario =
        CommandLine.populateCommand(new FindScenario(), "--processes=200", "--rounds=1");
    scenario.prepare(directory);
    List<Figures> runs = scenario.experiments().get(0).measure(text -> {});
    List<Figures> whole = runs.subList(0, runs.size() / 2);
    List<Figures> removed = runs.subList(runs.size() / 2, runs.size());

    assertThat(whole.get(0)).containsEntry("found", 200L);
    assertThat(foundByName(removed)).isEqualTo(foundByName(whole));
    assertThat(directory).isEmptyDirectory();
  }

  /** Returns the results of all searches but the last, whose LSNs depend on the removals. */
  private static List<Object> foundByName(List<Figures> runs) {
    return runs.subList(0, runs.size() - 1).stream().map(run -> run.get("found")).toList();
  }
}
