package org.colophon.benchmarks.retention;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.result.Medians;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the cost of pruning. */
@Command(
    name = "retention",
    mixinStandardHelpOptions = true,
    description = {
      "Prunes a RocksDB store of builds, half of which is too old: all of it, all but what led to",
      "some results, and while others report."
    })
public final class RetentionCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--builds",
      description = "Builds of 23 facts that the store holds (default: ${DEFAULT-VALUE}).")
  private long builds = 200_000;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          RetentionRun run = new RetentionRun(directory, builds);
          run.measure(RetentionRun.Variant.AGE); // warms up
          List<Map<String, Object>> runs = new ArrayList<>();
          for (int round = 0; round < rounds; round++) {
            for (RetentionRun.Variant variant : RetentionRun.Variant.values()) {
              Map<String, Object> figures = run.measure(variant);
              options.progress().accept(figures.toString());
              runs.add(figures);
            }
          }
          Map<String, Object> settings = Map.of("builds", builds, "rounds", rounds);
          options.publish("retention", settings, Medians.rows(runs, "what"), runs);
        });
  }
}
