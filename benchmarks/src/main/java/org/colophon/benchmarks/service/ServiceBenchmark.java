package org.colophon.benchmarks.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.BenchmarkOptions;
import org.colophon.benchmarks.result.Medians;

/** The two ways to report to a service, and the time of one operation by itself. */
public final class ServiceBenchmark {
  private static final String WHAT = "what";
  private static final double NANOS_A_MILLI = 1e6;

  private final BenchmarkOptions options;
  private final Path directory;

  public ServiceBenchmark(BenchmarkOptions options, Path directory) {
    this.options = options;
    this.directory = directory;
  }

  /** Runs everything once unmeasured, then as often as said; publishes the medians. */
  public void run(int operations, int single, int rounds) {
    List<Map<String, Object>> rates = new ArrayList<>();
    List<Map<String, Object>> times = new ArrayList<>();
    try (ServedStore served = ServedStore.start(directory.resolve("store"))) {
      RemoteIngest ingest = new RemoteIngest(served, operations);
      AcknowledgedLatency latency = new AcknowledgedLatency(served);
      for (int round = 0; round <= rounds; round++) {
        Map<String, Object> sources = rate("sources", operations, ingest.sources("round" + round));
        Map<String, Object> lines = rate("operations", operations, ingest.operations());
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

  private Map<String, Object> rate(String what, int operations, long nanos) {
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
    run.put("median ms", sorted[sorted.length / 2] / NANOS_A_MILLI);
    run.put("95 % ms", sorted[sorted.length * 95 / 100] / NANOS_A_MILLI);
    run.put("99 % ms", sorted[sorted.length * 99 / 100] / NANOS_A_MILLI);
    run.put("longest ms", sorted[sorted.length - 1] / NANOS_A_MILLI);
    options
        .progress()
        .accept("one operation: %.3f ms".formatted(sorted[sorted.length / 2] / NANOS_A_MILLI));
    return run;
  }
}
