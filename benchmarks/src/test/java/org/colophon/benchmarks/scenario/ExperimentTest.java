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

  /** Measures a subject whose values alternate between 100 and more. */
  private List<Figures> repeated(double difference, double percent, List<String> messages)
      throws Exception {
    return Experiment.named("x")
        .rounds(1, 0)
        .until("rate", percent, 6)
        .subject(round -> Figures.of("system", "a").and("rate", 100 + round % 2 * difference).row())
        .medians("system")
        .measure(messages::add);
  }

  @Test
  void repeatsRoundsUntilIntervalIsNarrow() throws Exception {
    List<String> messages = new ArrayList<>();
    // Student's t of 2 degrees of freedom is 4.303, of 3 it is 3.182.
    assertThat(repeated(1, 1.5, messages)).hasSize(3);
    assertThat(repeated(1, 1, messages)).hasSize(4);
    assertThat(repeated(1, 0, messages)).hasSize(1);
    assertThat(messages).noneMatch(each -> each.contains("too wide"));
  }

  @Test
  void reportsRowThatIsTooWideAfterLastRound() throws Exception {
    List<String> messages = new ArrayList<>();
    assertThat(repeated(50, 1, messages)).hasSize(6);
    assertThat(messages).last().asString().contains("too wide after 6 rounds");
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
