package org.colophon.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.pipeline.StageRun;
import org.colophon.benchmarks.pipeline.WorkloadSpec;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the time of a load goes. */
@Command(
    name = "stages",
    mixinStandardHelpOptions = true,
    description = "The stages of a load one by one, then the whole kernel.")
final class StagesCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--levels", description = "Levels of the tree (default: ${DEFAULT-VALUE}).")
  private int levels = 5;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Option(names = "--warm-up-rounds", description = "Rounds before (default: ${DEFAULT-VALUE}).")
  private int warmUpRounds = 3;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          List<Map<String, Object>> runs = new ArrayList<>();
          for (boolean isKeepingAll : new boolean[] {true, false}) {
            WorkloadSpec spec = WorkloadSpec.tree(levels, TreeWorkload.DEFAULT_BLOCKS, 1);
            StageRun stages = new StageRun(spec, isKeepingAll, () -> newDirectory(directory));
            stages.run(warmUpRounds);
            runs.addAll(stages.run(rounds));
          }
          Map<String, Object> settings = Map.of("levels", levels, "rounds", rounds);
          options.publish("stages", settings, Medians.rows(runs, "stage"), runs);
        });
  }

  private static Path newDirectory(Path parent) {
    try {
      return Files.createTempDirectory(parent, "store");
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot use " + parent + ": " + e, e);
    }
  }
}
