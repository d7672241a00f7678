// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FeedScenarioTest {
  @TempDir private Path directory;

  @Test
  void importsFeedOnceAndFollowsItsLinks() throws Exception {
    FeedScenario scenario =
        CommandLine.populateCommand(new FeedScenario(), "--edges=3000", "--rounds=1");
    scenario.prepare(directory);
    List<Figures> runs = scenario.experiments().get(0).measure(text -> {});
    assertThat(runs).hasSize(1);
    assertThat(runs.get(0).number("elements")).isEqualTo(9000);
    assertThat(runs.get(0).number("nodes")).isGreaterThan(500);
    assertThat(runs.get(0).number("bytes/edge")).isPositive();
  }
}
