package org.colophon.benchmarks;

import org.colophon.benchmarks.fuse.FuseBenchmark;
import org.colophon.benchmarks.fuse.Postmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a mirrored folder costs. */
@Command(
    name = "fuse",
    mixinStandardHelpOptions = true,
    description =
        "Postmark's ratios on a plain folder, bindfs, the mirror, and the mirror recording.")
final class FuseCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--files", description = "In each run (default: ${DEFAULT-VALUE}).")
  private int files = 900;

  @Option(names = "--threads", description = "Of the client (default: ${DEFAULT-VALUE}).")
  private int threads = 30;

  @Option(names = "--warm-up-rounds", description = "Unmeasured (default: ${DEFAULT-VALUE}).")
  private int warmUpRounds = 6;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Override
  public void run() {
    Postmark.Shape shape = new Postmark.Shape(files, threads);
    options.inScratchFolder(
        folder -> new FuseBenchmark(options, folder).run(shape, warmUpRounds, rounds));
  }
}
