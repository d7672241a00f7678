package org.colophon.benchmarks.neo4j;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.ChildProcess;
import org.colophon.benchmarks.result.Medians;
import org.colophon.core.error.ColophonException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code ./colophon bench neo4j}. It runs every phase and writes a result file for
 * each.
 */
@Command(
    name = "colophon bench neo4j",
    mixinStandardHelpOptions = true,
    description = "The Neo4j adapter on the tree: ingestion, reporters beside it, lineage, memory.")
public final class Main implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--levels", description = "Levels of the tree (default: ${DEFAULT-VALUE}).")
  private int levels = 5;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(names = "--phases", split = ",", description = "Which phases (default: all).")
  private List<Measure> phases = List.of(Measure.values());

  @Option(names = "--max-heap", description = "Java heap (default: ${DEFAULT-VALUE}).")
  private String maxHeap = "1g";

  @Option(
      names = "--memory-heaps",
      split = ",",
      description = "Java heaps of the memory phase (default: ${DEFAULT-VALUE}).")
  private List<String> memoryHeaps = List.of("256m", "512m");

  @Option(names = "--neo4j-option", description = "An option of the adapter, NAME=VALUE.")
  private Map<String, String> adapterOptions = new LinkedHashMap<>();

  /** Runs the benchmark. Exits with 0, with 2 for wrong usage, or with 3 after an error. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new Main())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler((failure, line, parsed) -> explain(failure))
            .execute(arguments));
  }

  private static int explain(Exception failure) throws Exception {
    if (!(failure instanceof ColophonException)) {
      throw failure;
    }
    System.err.println("colophon bench neo4j: " + failure.getMessage());
    return 3;
  }

  @Override
  public void run() {
    phases.forEach(this::run);
  }

  private void run(Measure phase) {
    List<Map<String, Object>> runs = new ArrayList<>();
    List<String> heaps = phase == Measure.MEMORY ? memoryHeaps : List.of(maxHeap);
    heaps.forEach(heap -> runs.addAll(runsOf(phase, heap)));
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("levels", levels);
    settings.put("maxHeap", String.join(" and ", heaps));
    settings.put("options", adapterOptions);
    List<Map<String, Object>> rows = phase.compared(Medians.rows(runs, Measure.SUBJECT));
    options.publish(phase.resultName(), settings, rows, runs);
  }

  /** Runs a phase in a separate Java process. Returns its runs. */
  private List<Map<String, Object>> runsOf(Measure phase, String heap) {
    options.progress().accept(phase.resultName() + ", heap " + heap + " ...");
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(phase.name(), "" + levels, "" + rounds, "" + options.workDirectory()));
    adapterOptions.forEach((name, value) -> arguments.add(name + "=" + value));
    Map<String, Object> figures =
        new ChildProcess(heap).run(Phase.class, arguments.toArray(String[]::new));
    List<Map<String, Object>> runs = new ArrayList<>();
    for (Object each : (List<?>) figures.get(Phase.RUNS)) {
      Map<String, Object> run = new LinkedHashMap<>();
      ((Map<?, ?>) each).forEach((name, value) -> run.put((String) name, value));
      runs.add(run);
    }
    return runs;
  }
}
