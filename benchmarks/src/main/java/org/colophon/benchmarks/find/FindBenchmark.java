package org.colophon.benchmarks.find;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.result.Medians;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures searches in a store with many names. */
@Command(
    name = "find",
    mixinStandardHelpOptions = true,
    description = {
      "Searches a RocksDB store of processes that wrote ten files each: time to the first and to",
      "all results, without removed files and with some."
    })
public final class FindBenchmark implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--processes",
      description = "Processes in the store (default: ${DEFAULT-VALUE}).")
  private int processes = 100_000;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          List<Map<String, Object>> runs = new ArrayList<>();
          List<Map<String, Object>> rows = new ArrayList<>();
          for (int removedPercent : new int[] {0, 20}) {
            List<Map<String, Object>> some =
                new FindRun(directory, processes, removedPercent)
                    .measure(rounds, options.progress());
            runs.addAll(some);
            rows.addAll(Medians.rows(some, "search"));
          }
          options.publish("find", Map.of("processes", processes, "rounds", rounds), rows, runs);
        });
  }
}
