package org.colophon.benchmarks.neo4j;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.ChildProcess;
import org.colophon.benchmarks.result.ResultFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs one phase in this process; prints its results as a line of figures for {@link Main}. */
@Command(name = "phase", hidden = true, mixinStandardHelpOptions = true)
public final class PhaseCommand implements Runnable {
  private static final String RUNS = "runs";

  @Mixin private BenchmarkOptions options;

  @Parameters(index = "0", description = "The phase.")
  private Measure phase;

  @Option(names = "--levels", required = true, description = "Levels of the tree.")
  private int levels;

  @Option(names = "--rounds", required = true, description = "Measured rounds.")
  private int rounds;

  @Option(names = "--neo4j-option", description = "An option of the adapter, NAME=VALUE.")
  private Map<String, String> adapterOptions = new LinkedHashMap<>();

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          Stores stores = new Stores(directory, levels, adapterOptions);
          List<Map<String, Object>> runs = phase.run(stores, rounds, options.progress());
          System.out.println(ChildProcess.FIGURES + ResultFile.toLine(Map.of(RUNS, runs)));
        });
  }

  /** Parses the runs in a line of figures. */
  static List<Map<String, Object>> runsIn(Map<String, Object> figures) {
    List<Map<String, Object>> runs = new ArrayList<>();
    for (Object each : (List<?>) figures.get(RUNS)) {
      Map<String, Object> run = new LinkedHashMap<>();
      ((Map<?, ?>) each).forEach((name, value) -> run.put((String) name, value));
      runs.add(run);
    }
    return runs;
  }
}
