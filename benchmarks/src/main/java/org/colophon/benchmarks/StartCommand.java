package org.colophon.benchmarks;

import org.colophon.benchmarks.service.StartBenchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A question from the shell. */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    description = "Asking for a lineage from the shell: a service, and the store itself.")
final class StartCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--times", description = "How often each is run (default: ${DEFAULT-VALUE}).")
  private int times = 20;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> new StartBenchmark(options, directory, Checkout.launcher()).run(times));
  }
}
