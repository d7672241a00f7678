package org.colophon.benchmarks.capture;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.Checkout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how much tracing slows down programs. */
@Command(
    name = "capture",
    mixinStandardHelpOptions = true,
    description =
        "Slow-down of a system-call suite under plain strace and both sources of colophon trace.")
public final class CaptureCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(names = "--seconds", description = "Length of each test (default: ${DEFAULT-VALUE}).")
  private double seconds = 1;

  @Option(names = "--rounds", description = "Runs of each test (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      description =
          "Measure instead the processor time of a service that watches this host, idle otherwise.")
  private double idleSeconds;

  @Option(names = "--launcher", description = "The command to measure (default: ${DEFAULT-VALUE}).")
  private Path launcher = Checkout.launcher();

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          if (idleSeconds > 0) {
            measureIdle(directory);
            return;
          }
          CaptureBenchmark benchmark =
              new CaptureBenchmark(
                  Tracer.usual(launcher, directory), seconds, directory, options.progress());
          List<Map<String, Object>> runs = benchmark.run(rounds);
          Map<String, Object> settings = Map.of("seconds", seconds, "rounds", rounds);
          options.publish("capture", settings, benchmark.slowdowns(runs), runs);
        });
  }

  private void measureIdle(Path directory) {
    List<Map<String, Object>> rows = new IdleBenchmark(launcher, directory).run(idleSeconds);
    options.publish("capture-idle", Map.of("seconds", idleSeconds), rows, rows);
  }
}
