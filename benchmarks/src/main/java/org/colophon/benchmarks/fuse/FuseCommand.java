package org.colophon.benchmarks.fuse;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the cost of a mirrored directory. */
@Command(
    name = "fuse",
    mixinStandardHelpOptions = true,
    description =
        "Postmark, untar, grep, git clone and a compilation on a plain directory, other mirrors, ours,"
            + " and ours recording.")
public final class FuseCommand implements Runnable {
  private static final List<String> STEADY_SYSTEMS = List.of("mirror", "async", "async-text");
  private static final int STEADY_WARM_UP_ROUNDS = 120;
  private static final int STEADY_ROUNDS = 25;
  private static final int FEW_ROUNDS = 5;

  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--lower",
      description =
          "Parent of the mirrored directories, on a quick file system, so that the cost of serving"
              + " is visible (default: ${DEFAULT-VALUE}).")
  private Path lower = Path.of("/dev/shm");

  @Option(
      names = "--systems",
      split = ",",
      description =
          "Names of the systems, by commas (default: all; with --steady mirror, async and"
              + " async-text).")
  private List<String> systems = List.of();

  @Option(names = "--files", description = "Of Postmark (default: ${DEFAULT-VALUE}).")
  private int files = 600;

  @Option(names = "--threads", description = "Of Postmark (default: ${DEFAULT-VALUE}).")
  private int threads = 30;

  @Option(
      names = "--headers",
      description = "Header files to unpack, search and clone (default: ${DEFAULT-VALUE}).")
  private int headers = 1_500;

  @Option(names = "--sources", description = "That are compiled (default: ${DEFAULT-VALUE}).")
  private int sources = 12;

  @Option(
      names = "--steady",
      description =
          "Only Postmark, on the mirror and the recording systems, once compiled: 120 rounds warm"
              + " up and 25 are measured by default.")
  private boolean isSteady;

  @Option(
      names = "--choices",
      description =
          "Compare the mirror without recording with variants: without each kernel feature that"
              + " it takes, without timeouts, and with the kernel's cache.")
  private boolean isOfChoices;

  @Option(names = "--warm-up-rounds", description = "Unmeasured (default: 5).")
  private Integer warmUpRounds;

  @Option(names = "--rounds", description = "Measured rounds (default: 5).")
  private Integer rounds;

  @Override
  public void run() {
    if (warmUpRounds == null) {
      warmUpRounds = isSteady ? STEADY_WARM_UP_ROUNDS : FEW_ROUNDS;
    }
    if (rounds == null) {
      rounds = isSteady ? STEADY_ROUNDS : FEW_ROUNDS;
    }
    if (systems.isEmpty()) {
      systems = usual();
    }
    FuseBenchmark.Size size =
        new FuseBenchmark.Size(files, threads, headers, sources, warmUpRounds, rounds, isSteady);
    options.inScratchDirectory(
        stores -> BenchmarkOptions.inScratchDirectory(lower, below -> run(size, below, stores)));
  }

  private List<String> usual() {
    if (isOfChoices) {
      return FuseBenchmark.choices();
    }
    return isSteady ? STEADY_SYSTEMS : FuseBenchmark.systems();
  }

  private void run(FuseBenchmark.Size size, Path below, Path stores) {
    FuseBenchmark benchmark = new FuseBenchmark(options.progress());
    List<Map<String, Object>> runs = benchmark.run(size, below, stores, systems);
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("files", files);
    settings.put("threads", threads);
    settings.put("headers", headers);
    settings.put("sources", sources);
    settings.put("warmUpRounds", warmUpRounds);
    settings.put("rounds", rounds);
    settings.put("lower", lower.toString());
    String name = isOfChoices ? "fuse-choices" : isSteady ? "fuse-steady" : "fuse";
    options.publish(name, settings, FuseBenchmark.rows(runs), runs);
  }
}
