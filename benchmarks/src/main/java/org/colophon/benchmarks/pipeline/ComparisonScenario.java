// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.util.List;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;

/**
 * Loads the same workloads into several systems in turn, and queries them. Each run is in a
 * separate Java process, so that memory is measured separately.
 */
abstract class ComparisonScenario extends Scenario {
  /** Usual maximum heap of each process, in the format of -Xmx. */
  static final String HEAP = "1g";

  /** Adds a run of each system, in turn for each workload. */
  Experiment compared(
      Experiment experiment, List<String> systems, List<WorkloadSpec> workloads, String maxHeap) {
    for (WorkloadSpec workload : workloads) {
      experiment.alternating(
          systems.stream().map(system -> run(system, workload, maxHeap)).toList());
    }
    return experiment;
  }

  private Experiment.Run run(String system, WorkloadSpec workload, String maxHeap) {
    return round ->
        List.of(
            new ChildProcess(maxHeap)
                .run(
                    SubjectRun.class,
                    system,
                    workload.text(),
                    directory().toString(),
                    Integer.toString(runner().warmUpSeconds())));
  }
}
