package org.colophon.benchmarks;

import org.colophon.benchmarks.service.ServiceBenchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reporting to a service. */
@Command(
    name = "service",
    mixinStandardHelpOptions = true,
    description = "Reporting to a service over its socket: rates, and the time of one operation.")
final class ServiceCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--operations", description = "In each run (default: ${DEFAULT-VALUE}).")
  private int operations = 3_000_000;

  @Option(names = "--single", description = "Single operations (default: ${DEFAULT-VALUE}).")
  private int single = 2000;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> new ServiceBenchmark(options, directory).run(operations, single, rounds));
  }
}
