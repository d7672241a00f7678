// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.util.List;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.workload.TreeWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the systems on the tree data set. */
@Command(
    name = "tree",
    description = "The tree data set into Colophon and its peers: rate, size, lineage queries.")
public final class TreeScenario extends ComparisonScenario {
  @Option(names = "--levels", description = "Levels of the tree.")
  private int levels = 5;

  @Option(names = "--blocks", description = "Blocks a copy.")
  private int blocks = TreeWorkload.DEFAULT_BLOCKS;

  @Option(names = "--at-once", description = "Copies that run at once.")
  private int atOnce = 1;

  @Option(names = "--rounds", description = "Runs of each system.")
  private int rounds = 3;

  @Option(names = "--systems", split = ",", description = "Which systems.")
  private List<String> systems = Subjects.names();

  @Option(names = "--max-heap", description = "Java heap.")
  private String maxHeap = HEAP;

  @Override
  protected List<Experiment> experiments() {
    WorkloadSpec spec = WorkloadSpec.tree(levels, blocks, atOnce);
    String name = atOnce == 1 ? "tree" : "tree-interleaved";
    Experiment tree =
        Experiment.named(name).setting("workload", spec.text()).setting("maxHeap", maxHeap);
    return List.of(
        compared(tree, systems, List.of(spec), maxHeap)
            .rounds(rounds, 0)
            .medians(SubjectRun.SYSTEM));
  }
}
