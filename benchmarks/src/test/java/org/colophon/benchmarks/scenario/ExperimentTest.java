// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.ResultFile;
import org.junit.jupiter.api.Test;

class ExperimentTest {
  private final List<String> steps = new ArrayList<>();

  private Experiment.Run run(String system) {
    return round -> {
      steps.add(system + round);
      return Figures.of("system", system).and("rate", round).row();
    };
  }

  @Test
  void alternatesSubjectsAndDropsWarmUps() throws Exception {
    Experiment experiment =
        Experiment.named("x")
            .before(() -> steps.add("prepared"))
            .rounds(2, 1)
            .alternating(List.of(run("a"), run("b")))
            .medians("system");
    List<Figures> runs = experiment.measure(line -> {});
    assertThat(steps).containsExactly("prepared", "b-1", "a-1", "a0", "b0", "b1", "a1");
    assertThat(runs).hasSize(4);
    ResultFile result = experiment.result("today", runs);
    assertThat(result.rows()).extracting(row -> row.get("rate")).containsExactly(0.5, 0.5);
  }

  @Test
  void closesOlderResourcesWhenNewerOneFails() {
    Scenario scenario =
        new Scenario() {
          @Override
          protected List<Experiment> experiments() {
            return List.of();
          }
        };
    scenario.owned(() -> steps.add("older"));
    scenario.owned(
        () -> {
          steps.add("newer");
          throw new IOException("does not end");
        });
    assertThatThrownBy(scenario::cleanUp).hasMessage("does not end");
    assertThat(steps).containsExactly("newer", "older");
  }
}
