// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import picocli.CommandLine.Option;

/**
 * Loads the same workloads into several systems in turn, and queries them. Each run is in a
 * separate Java process, so that memory is measured separately.
 */
abstract class ComparisonScenario extends Scenario {
  /** Usual maximum heap of each process, in the format of -Xmx. */
  static final String HEAP = "1g";

  @Option(names = "--rounds", description = "Runs of each system and workload.")
  private int rounds = 3;

  @Option(
      names = "--until-within",
      paramLabel = "PERCENT",
      description =
          "Repeat rounds until the 95 %% confidence interval of each rate is within this share of"
              + " its median on both sides; 0 for no repetition.")
  private double untilWithin;

  @Option(names = "--max-rounds", description = "Limit of rounds, with --until-within.")
  private int maxRounds = 30;

  /**
   * Adds a run of each system, in turn for each workload. The table has medians by columns, without
   * the series of queries.
   */
  Experiment compared(
      Experiment experiment,
      List<String> systems,
      List<WorkloadSpec> workloads,
      String maxHeap,
      String... columns) {
    for (WorkloadSpec workload : workloads) {
      experiment.alternating(
          systems.stream().map(system -> run(system, "", workload, maxHeap)).toList());
    }
    return repeated(experiment).table(runs -> withoutSeries(Medians.rows(runs, columns)));
  }

  private static List<Figures> withoutSeries(List<Figures> rows) {
    rows.forEach(row -> row.keySet().removeAll(SubjectRun.series()));
    return rows;
  }

  /** Applies the options about rounds. */
  Experiment repeated(Experiment experiment) {
    return experiment.rounds(rounds, 0).until(SubjectRun.RATE, untilWithin, maxRounds);
  }

  /**
   * Returns a run of a system in a separate process.
   *
   * @param option see {@link Subjects#of}
   */
  Experiment.Run run(String system, String option, WorkloadSpec workload, String maxHeap) {
    return round ->
        List.of(
            new ChildProcess(maxHeap)
                .run(
                    SubjectRun.class,
                    system,
                    workload.text(),
                    directory().toString(),
                    Integer.toString(runner().warmUpSeconds()),
                    option));
  }
}
