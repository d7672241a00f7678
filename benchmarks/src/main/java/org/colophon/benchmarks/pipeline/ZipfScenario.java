// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.util.List;
import org.colophon.benchmarks.scenario.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the systems on the skewed workload. */
@Command(
    name = "zipf",
    description = {
      "The zipf workload into Colophon and its peers: rate, size,",
      "and the count of an object's operations as query."
    })
public final class ZipfScenario extends ComparisonScenario {
  @Option(names = "--operations", description = "Operations.")
  private int operations = 3_000_000;

  @Option(names = "--systems", split = ",", description = "Which systems.")
  private List<String> systems = Subjects.names();

  @Override
  protected List<Experiment> experiments() {
    WorkloadSpec spec = new WorkloadSpec("zipf:" + operations);
    Experiment zipf =
        Experiment.named("zipf").setting("workload", spec.text()).setting("maxHeap", HEAP);
    return List.of(compared(zipf, systems, List.of(spec), HEAP, SubjectRun.SYSTEM));
  }
}
