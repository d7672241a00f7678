package org.colophon.benchmarks.neo4j;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.ChildProcess;
import org.colophon.benchmarks.result.ResultFile;

/** Runs a phase in this process. Prints its results as a line of values for {@link Main}. */
public final class Phase {
  /** Key of the value that contains all runs. */
  static final String RUNS = "runs";

  private Phase() {}

  /**
   * Runs a phase.
   *
   * @param arguments name of the phase, levels of the tree, number of measured rounds, a directory
   *     for stores, and options of the adapter as NAME=VALUE
   */
  public static void main(String[] arguments) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String option : List.of(arguments).subList(4, arguments.length)) {
      int equals = option.indexOf('=');
      options.put(option.substring(0, equals), option.substring(equals + 1));
    }
    BenchmarkOptions.inScratchDirectory(
        Path.of(arguments[3]),
        directory -> {
          Stores stores = new Stores(directory, Integer.parseInt(arguments[1]), options);
          List<Map<String, Object>> runs =
              Measure.valueOf(arguments[0])
                  .run(stores, Integer.parseInt(arguments[2]), System.err::println);
          System.out.println(ChildProcess.FIGURES + ResultFile.toLine(Map.of(RUNS, runs)));
        });
  }
}
