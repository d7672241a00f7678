package org.colophon.benchmarks;

import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.pipeline.Comparison;
import org.colophon.benchmarks.pipeline.Subjects;
import org.colophon.benchmarks.pipeline.WorkloadSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The skewed workload into Colophon and the peers. */
@Command(
    name = "zipf",
    mixinStandardHelpOptions = true,
    description = {
      "The zipf workload into Colophon and its peers: rate, size,",
      "and the count of an object's operations as query."
    })
final class ZipfCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--operations", description = "How many (default: ${DEFAULT-VALUE}).")
  private int operations = 3_000_000;

  @Option(names = "--rounds", description = "Runs of each system (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(names = "--systems", split = ",", description = "Which systems (default: all).")
  private List<String> systems = Subjects.names();

  @Override
  public void run() {
    Comparison comparison = new Comparison(options.children("1g"), options.progress());
    WorkloadSpec spec = WorkloadSpec.zipf(operations);
    List<Map<String, Object>> runs = comparison.run(systems, List.of(spec), rounds);
    Map<String, Object> settings = Map.of("workload", spec.text(), "maxHeap", "1g");
    options.publish("zipf", settings, Comparison.rowsBySystem(runs), runs);
  }
}
