// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.util.List;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.workload.TreeWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures rate and memory for trees of different sizes. */
@Command(
    name = "growth",
    description = "The tree data set at levels 4, 5 and 6 into Colophon, in a heap of 1 GiB.")
public final class GrowthScenario extends ComparisonScenario {
  @Option(names = "--levels", split = ",", description = "Levels to compare.")
  private List<Integer> levels = List.of(4, 5, 6);

  @Option(names = "--system", description = "Which system.")
  private String system = Subjects.COLOPHON_ALL;

  @Override
  protected List<Experiment> experiments() {
    List<WorkloadSpec> specs =
        levels.stream()
            .map(level -> WorkloadSpec.tree(level, TreeWorkload.DEFAULT_BLOCKS, 1))
            .toList();
    Experiment growth =
        Experiment.named("growth").setting("system", system).setting("maxHeap", HEAP);
    return List.of(compared(growth, List.of(system), specs, HEAP, SubjectRun.WORKLOAD));
  }
}
