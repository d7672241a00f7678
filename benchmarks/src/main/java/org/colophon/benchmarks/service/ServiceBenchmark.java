package org.colophon.benchmarks.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.result.Medians;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the two ways to report to a service, and the time of a single operation. */
@Command(
    name = "service",
    mixinStandardHelpOptions = true,
    description = "Reporting to a service over its socket: rates, and the time of one operation.")
public final class ServiceBenchmark implements Runnable {
  private static final String WHAT = "what";
  private static final double NANOS_PER_MILLI = 1e6;

  @Mixin private BenchmarkOptions options;

  @Option(names = "--operations", description = "In each run (default: ${DEFAULT-VALUE}).")
  private int operations = 3_000_000;

  @Option(names = "--single", description = "Single operations (default: ${DEFAULT-VALUE}).")
  private int single = 2000;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Override
  public void run() {
    options.inScratchDirectory(this::measure);
  }

  /** Runs everything once unmeasured, then the rounds; publishes the medians. */
  private void measure(Path directory) {
    List<Map<String, Object>> rates = new ArrayList<>();
    List<Map<String, Object>> times = new ArrayList<>();
    try (ServedStore served = ServedStore.start(directory.resolve("store"))) {
      RemoteIngest ingest = new RemoteIngest(served, operations);
      AcknowledgedLatency latency = new AcknowledgedLatency(served);
      for (int round = 0; round <= rounds; round++) {
        Map<String, Object> sources = rate("sources", ingest.sources("round" + round));
        Map<String, Object> lines = rate("operations", ingest.operations());
        Map<String, Object> one = times(latency.nanos(single));
        if (round > 0) {
          rates.add(sources);
          rates.add(lines);
          times.add(one);
        }
      }
    }
    Map<String, Object> settings = Map.of("operations", operations, "rounds", rounds);
    options.publish("service-ingest", settings, Medians.rows(rates, WHAT), rates);
    options.publish(
        "service-latency", Map.of("operations", single), Medians.rows(times, WHAT), times);
  }

  private Map<String, Object> rate(String what, long nanos) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put(WHAT, what);
    run.put("operations", operations);
    run.put("acknowledged/s", operations * 1e9 / nanos);
    options.progress().accept("%s: %,.0f operations/s".formatted(what, operations * 1e9 / nanos));
    return run;
  }

  private Map<String, Object> times(long[] sorted) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put(WHAT, "one operation");
    run.put("median ms", sorted[sorted.length / 2] / NANOS_PER_MILLI);
    run.put("95 % ms", sorted[sorted.length * 95 / 100] / NANOS_PER_MILLI);
    run.put("99 % ms", sorted[sorted.length * 99 / 100] / NANOS_PER_MILLI);
    run.put("longest ms", sorted[sorted.length - 1] / NANOS_PER_MILLI);
    options
        .progress()
        .accept("one operation: %.3f ms".formatted(sorted[sorted.length / 2] / NANOS_PER_MILLI));
    return run;
  }
}
