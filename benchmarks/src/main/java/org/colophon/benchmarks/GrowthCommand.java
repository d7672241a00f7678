package org.colophon.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.pipeline.Comparison;
import org.colophon.benchmarks.pipeline.Subjects;
import org.colophon.benchmarks.pipeline.WorkloadSpec;
import org.colophon.benchmarks.workload.TreeWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures rate and memory as the tree grows. */
@Command(
    name = "growth",
    mixinStandardHelpOptions = true,
    description = "The tree data set at levels 4, 5 and 6 into Colophon, in a heap of 1 GiB.")
final class GrowthCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--rounds", description = "Runs of each level (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(
      names = "--levels",
      split = ",",
      description = "Levels to compare (default: ${DEFAULT-VALUE}).")
  private List<Integer> levels = List.of(4, 5, 6);

  @Option(names = "--system", description = "Which system (default: ${DEFAULT-VALUE}).")
  private String system = Subjects.COLOPHON_ALL;

  @Override
  public void run() {
    Comparison comparison = new Comparison(options.children("1g"), options.progress());
    List<WorkloadSpec> specs = new ArrayList<>();
    levels.forEach(level -> specs.add(WorkloadSpec.tree(level, TreeWorkload.DEFAULT_BLOCKS, 1)));
    List<Map<String, Object>> runs = comparison.run(List.of(system), specs, rounds);
    Map<String, Object> settings = Map.of("system", system, "maxHeap", "1g");
    options.publish("growth", settings, Comparison.rowsByWorkload(runs), runs);
  }
}
