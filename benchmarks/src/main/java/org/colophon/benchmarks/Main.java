package org.colophon.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.capture.CaptureCommand;
import org.colophon.benchmarks.certify.CertifyBenchmark;
import org.colophon.benchmarks.cluster.ClusterBenchmark;
import org.colophon.benchmarks.cluster.CopiesBenchmark;
import org.colophon.benchmarks.cluster.NodesBenchmark;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.Checkout;
import org.colophon.benchmarks.explorer.ExplorerBenchmark;
import org.colophon.benchmarks.find.FindBenchmark;
import org.colophon.benchmarks.fuse.FuseBenchmark;
import org.colophon.benchmarks.inside.InsideBenchmark;
import org.colophon.benchmarks.inside.QualityBenchmark;
import org.colophon.benchmarks.mysql.MysqlBenchmark;
import org.colophon.benchmarks.pipeline.Comparison;
import org.colophon.benchmarks.pipeline.Figures;
import org.colophon.benchmarks.pipeline.Subjects;
import org.colophon.benchmarks.pipeline.WorkloadSpec;
import org.colophon.benchmarks.recovery.RecoveryCommand;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.result.PerformancePage;
import org.colophon.benchmarks.result.ResultFile;
import org.colophon.benchmarks.service.ServiceBenchmark;
import org.colophon.benchmarks.service.StartBenchmark;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.core.error.ColophonException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code ./colophon bench}. Short benchmarks are methods of this class; each other
 * benchmark has its own class.
 */
@Command(
    name = "colophon bench",
    mixinStandardHelpOptions = true,
    description = "Measures Colophon and its peers; results go to JSON files.",
    subcommands = {
      RecoveryCommand.class,
      FindBenchmark.class,
      ExplorerBenchmark.class,
      CaptureCommand.class,
      ServiceBenchmark.class,
      StartBenchmark.class,
      FuseBenchmark.class,
      ClusterBenchmark.class,
      NodesBenchmark.class,
      CopiesBenchmark.class,
      CertifyBenchmark.class,
      InsideBenchmark.class,
      QualityBenchmark.class,
      MicroCommand.class,
      MysqlBenchmark.class,
      AllCommand.class
    })
public final class Main implements Runnable {
  private static final String HEAP = "1g";

  /** Runs a subcommand. Exits with 0, with 2 for wrong usage, or with 3 after an error. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs a subcommand and reports its failure, if any. Returns the exit status. */
  static int execute(String... arguments) {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler((failure, line, parsed) -> explain(failure))
        .execute(arguments);
  }

  private static int explain(Exception failure) throws Exception {
    if (!(failure instanceof ColophonException)) {
      throw failure;
    }
    System.err.println("colophon bench: " + failure.getMessage());
    return 3;
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  /** Compares the systems on the tree data set. */
  @Command(
      mixinStandardHelpOptions = true,
      description = "The tree data set into Colophon and its peers: rate, size, lineage queries.")
  void tree(
      @Mixin BenchmarkOptions options,
      @Option(names = "--levels", defaultValue = "5", description = "Levels of the tree.")
          int levels,
      @Option(names = "--blocks", defaultValue = "32", description = "Blocks a copy.") int blocks,
      @Option(names = "--at-once", defaultValue = "1", description = "Copies that run at once.")
          int atOnce,
      @Option(names = "--rounds", defaultValue = "3", description = "Runs of each system.")
          int rounds,
      @Option(names = "--systems", split = ",", description = "Which systems (default: all).")
          List<String> systems,
      @Option(names = "--max-heap", defaultValue = HEAP, description = "Java heap.")
          String maxHeap) {
    WorkloadSpec spec = WorkloadSpec.tree(levels, blocks, atOnce);
    compare(options, atOnce == 1 ? "tree" : "tree-interleaved", systems, spec, rounds, maxHeap);
  }

  /** Compares the systems on the skewed workload. */
  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "The zipf workload into Colophon and its peers: rate, size,",
        "and the count of an object's operations as query."
      })
  void zipf(
      @Mixin BenchmarkOptions options,
      @Option(names = "--operations", defaultValue = "3000000", description = "Operations.")
          int operations,
      @Option(names = "--rounds", defaultValue = "3", description = "Runs of each system.")
          int rounds,
      @Option(names = "--systems", split = ",", description = "Which systems (default: all).")
          List<String> systems) {
    compare(options, "zipf", systems, WorkloadSpec.zipf(operations), rounds, HEAP);
  }

  private static void compare(
      BenchmarkOptions options,
      String name,
      List<String> systems,
      WorkloadSpec spec,
      int rounds,
      String maxHeap) {
    List<String> chosen = systems == null || systems.isEmpty() ? Subjects.names() : systems;
    List<Map<String, Object>> runs =
        new Comparison(options, maxHeap).run(chosen, List.of(spec), rounds);
    Map<String, Object> settings = Map.of("workload", spec.text(), "maxHeap", maxHeap);
    options.publish(name, settings, Medians.rows(runs, Figures.SYSTEM), runs);
  }

  /** Measures rate and memory for trees of different sizes. */
  @Command(
      mixinStandardHelpOptions = true,
      description = "The tree data set at levels 4, 5 and 6 into Colophon, in a heap of 1 GiB.")
  void growth(
      @Mixin BenchmarkOptions options,
      @Option(names = "--rounds", defaultValue = "3", description = "Runs of each level.")
          int rounds,
      @Option(
              names = "--levels",
              split = ",",
              defaultValue = "4,5,6",
              description = "Levels to compare.")
          List<Integer> levels,
      @Option(
              names = "--system",
              defaultValue = Subjects.COLOPHON_ALL,
              description = "Which system.")
          String system) {
    List<WorkloadSpec> specs =
        levels.stream()
            .map(level -> WorkloadSpec.tree(level, TreeWorkload.DEFAULT_BLOCKS, 1))
            .toList();
    List<Map<String, Object>> runs =
        new Comparison(options, HEAP).run(List.of(system), specs, rounds);
    Map<String, Object> settings = Map.of("system", system, "maxHeap", HEAP);
    options.publish("growth", settings, Medians.rows(runs, Figures.WORKLOAD), runs);
  }

  /** Generates the tables of the page of measurements from the result files. */
  @Command(
      mixinStandardHelpOptions = true,
      description = "Writes the tables of docs/reference/measurements.md from the JSON files.")
  void report(
      @Option(names = "--results", description = "Directory of the JSON files.") Path results,
      @Option(names = "--page", description = "The page.") Path page) {
    Path root = Checkout.root();
    new PerformancePage(page == null ? root.resolve("docs/reference/measurements.md") : page)
        .update(ResultFile.readAll(results == null ? root.resolve("benchmarks/results") : results));
  }
}
