package org.colophon.benchmarks;

import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.pipeline.Comparison;
import org.colophon.benchmarks.pipeline.Subjects;
import org.colophon.benchmarks.pipeline.WorkloadSpec;
import org.colophon.benchmarks.workload.TreeWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The tree data set into Colophon and the peers. */
@Command(
    name = "tree",
    mixinStandardHelpOptions = true,
    description = "The tree data set into Colophon and its peers: rate, size, lineage queries.")
final class TreeCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--levels", description = "Levels of the tree (default: ${DEFAULT-VALUE}).")
  private int levels = 5;

  @Option(names = "--blocks", description = "Blocks a copy (default: ${DEFAULT-VALUE}).")
  private int blocks = TreeWorkload.DEFAULT_BLOCKS;

  @Option(names = "--at-once", description = "Copies that run at once (default: ${DEFAULT-VALUE}).")
  private int atOnce = 1;

  @Option(names = "--rounds", description = "Runs of each system (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(names = "--systems", split = ",", description = "Which systems (default: all).")
  private List<String> systems = Subjects.names();

  @Option(names = "--max-heap", description = "Java heap (default: ${DEFAULT-VALUE}).")
  private String maxHeap = "1g";

  @Override
  public void run() {
    Comparison comparison = new Comparison(options.children(maxHeap), options.progress());
    WorkloadSpec spec = WorkloadSpec.tree(levels, blocks, atOnce);
    List<Map<String, Object>> runs = comparison.run(systems, List.of(spec), rounds);
    Map<String, Object> settings = Map.of("workload", spec.text(), "maxHeap", maxHeap);
    String name = atOnce == 1 ? "tree" : "tree-interleaved";
    options.publish(name, settings, Comparison.rowsBySystem(runs), runs);
  }
}
