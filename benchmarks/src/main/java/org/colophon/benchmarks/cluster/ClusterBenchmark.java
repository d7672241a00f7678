package org.colophon.benchmarks.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.Programs;
import org.colophon.benchmarks.result.Medians;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.host.StoreHost;
import org.colophon.testing.hosts.KafkaBrokers;
import org.colophon.testing.hosts.ServiceProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the cost of shipping operations to three local brokers, and the time until an indexer
 * can answer queries about them.
 */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description = "Shipping through Kafka: processor time, rate, and time until queryable.")
public final class ClusterBenchmark implements Runnable {
  private static final String WHAT = "what";
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");
  private static final StoreHost ALONE = new StoreHost("b".repeat(32), "alone");
  private static final int PER_SECOND = 5000;
  private static final int MARKER_EVERY_MILLIS = 50;

  private static final int LAST_PROCESSOR = Runtime.getRuntime().availableProcessors() - 1;

  /**
   * Number of runs that do not count. Java compiles Kafka's client late, since few calls use it.
   */
  private static final int WARM_UPS = 12;

  private static final int STEADY_ROUNDS = 3;

  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--operations",
      description = "Operations in each run (default: ${DEFAULT-VALUE}).")
  private int operations = 4_000_000;

  @Option(
      names = "--seconds",
      description = "Duration of the steady load (default: ${DEFAULT-VALUE}).")
  private int seconds = 30;

  @Option(names = "--rounds", description = "Measured pairs of runs (default: ${DEFAULT-VALUE}).")
  private int rounds = 6;

  @Override
  public void run() {
    options.inScratchDirectory(this::measure);
  }

  private void measure(Path directory) {
    List<Map<String, Object>> costs = new ArrayList<>();
    List<Map<String, Object>> times = new ArrayList<>();
    try (KafkaBrokers brokers = KafkaBrokers.start(directory.resolve("kafka"), 3);
        ServiceProcess alone = ServiceProcess.recorder(directory.resolve("alone"), ALONE);
        ServiceProcess source =
            ServiceProcess.publisher(directory.resolve("web"), WEB, brokers.addresses())) {
      await(() -> ReportedFiles.status(source).path("publish").path("failure").asText().isEmpty());
      List<Long> others = new ArrayList<>(brokers.pids());
      others.add(ProcessHandle.current().pid());
      bind(List.of(alone.pid(), source.pid()), "0");
      bind(others, "1-" + LAST_PROCESSOR);
      for (int round = -WARM_UPS; round < rounds; round++) {
        List<ServiceProcess> order =
            round % 2 == 0 ? List.of(alone, source) : List.of(source, alone);
        for (ServiceProcess each : order) {
          Map<String, Object> run =
              ingest(each.equals(alone) ? "recorded only" : "recorded and shipped", each);
          if (round >= 0) {
            costs.add(run);
          }
        }
      }
      bind(others, "0-" + LAST_PROCESSOR);
      bind(List.of(source.pid()), "0-" + LAST_PROCESSOR);
      try (ServiceProcess indexer =
          ServiceProcess.indexer(directory.resolve("index"), brokers.addresses())) {
        awaitIndexed(source, indexer);
        for (int round = 0; round <= STEADY_ROUNDS; round++) {
          Map<String, Object> steady = steady(source, indexer, "/marker/" + round + "/");
          if (round > 0) { // the first warms up
            times.add(steady);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, Object> settings = Map.of("operations", operations, "rounds", rounds);
    options.publish("cluster-shipping", settings, Medians.rows(costs, WHAT), costs);
    options.publish(
        "cluster-latency",
        Map.of("operations/s", PER_SECOND, "seconds", seconds),
        Medians.rows(times, WHAT),
        times);
  }

  /** Binds processes to processors, so that brokers do not slow a service down by their load. */
  private static void bind(List<Long> pids, String processors) {
    if (LAST_PROCESSOR > 0) {
      for (long pid : pids) {
        Programs.run(List.of("taskset", "-a", "-c", "-p", processors, "" + pid), Map.of());
      }
    }
  }

  /** Reports many operations. If shipping is configured, waits until they are shipped. */
  private Map<String, Object> ingest(String what, ServiceProcess service) {
    Duration before = service.cpu();
    long begin = System.nanoTime();
    ReportedFiles.send(service, out -> ReportedFiles.accesses(operations, out));
    long acknowledged = System.nanoTime() - begin;
    JsonNode publish = ReportedFiles.status(service).path("publish");
    if (!publish.isMissingNode()) {
      long end = ReportedFiles.status(service).path("durableLsn").asLong();
      await(() -> ReportedFiles.status(service).path("publish").path("shippedLsn").asLong() >= end);
    }
    long shipped = System.nanoTime() - begin;
    Map<String, Object> run = new LinkedHashMap<>();
    run.put(WHAT, what);
    run.put("acknowledged/s", operations * 1e9 / acknowledged);
    run.put("on brokers/s", publish.isMissingNode() ? 0.0 : operations * 1e9 / shipped);
    run.put("cpu s", service.cpu().minus(before).toMillis() / 1e3);
    options.progress().accept(run.toString());
    return run;
  }

  /**
   * Reports at a constant rate. Measures the time until an indexer finds the reported operations.
   */
  private Map<String, Object> steady(
      ServiceProcess source, ServiceProcess indexer, String directory) {
    long[] nanos = new long[seconds * 1000 / MARKER_EVERY_MILLIS];
    long begin = System.nanoTime();
    CompletableFuture<Void> reporting =
        CompletableFuture.runAsync(() -> report(source, directory, nanos.length, begin));
    try (ServiceConnection asking = indexer.connect()) {
      for (int i = 0; i < nanos.length; i++) {
        String marker = directory + i;
        LockSupport.parkNanos(dueNanos(begin, i) - System.nanoTime());
        while (!exchange(asking, names(marker)).contains(marker + "\"")) {
          Thread.onSpinWait();
        }
        nanos[i] = System.nanoTime() - dueNanos(begin, i);
      }
    }
    reporting.join();
    Arrays.sort(nanos);
    Map<String, Object> run = new LinkedHashMap<>();
    run.put(WHAT, "reported to queryable at an indexer");
    run.put("median ms", nanos[nanos.length / 2] / 1e6);
    run.put("99 % ms", nanos[nanos.length * 99 / 100] / 1e6);
    run.put("longest ms", nanos[nanos.length - 1] / 1e6);
    options.progress().accept(run.toString());
    return run;
  }

  /** Reports files at the times at which they are due, however late the indexer has them. */
  private static void report(ServiceProcess source, String directory, int count, long begin) {
    try (ServiceConnection connection = source.connect()) {
      for (int i = 0; i < count; i++) {
        LockSupport.parkNanos(dueNanos(begin, i) - System.nanoTime());
        exchange(connection, marked(directory + i, PER_SECOND * MARKER_EVERY_MILLIS / 1000));
      }
    }
  }

  private static long dueNanos(long begin, int marker) {
    return begin + TimeUnit.MILLISECONDS.toNanos((long) MARKER_EVERY_MILLIS * marker);
  }

  private static ServiceRequest marked(String marker, int operations) {
    StringBuilder lines =
        new StringBuilder(
            """
            {"op":"process","id":"m","executable":"/bin/mark"}
            {"op":"write","process":"m","path":"%s"}
            """
                .formatted(marker));
    for (int i = 2; i < operations; i++) {
      lines.append("{\"op\":\"read\",\"process\":\"m\",\"path\":\"/lab/").append(i).append("\"}\n");
    }
    return ServiceRequest.post("/v1/operations")
        .parameter("keep-all", "true")
        .body("application/x-ndjson", lines.toString().getBytes(StandardCharsets.US_ASCII))
        .build();
  }

  private static ServiceRequest names(String marker) {
    return ServiceRequest.get("/v1/names")
        .parameter("host", WEB.name())
        .parameter("pattern", marker)
        .build();
  }

  private static String exchange(ServiceConnection connection, ServiceRequest request) {
    try (ServiceResponse answer = connection.exchange(request)) {
      return answer.text();
    }
  }

  private static void awaitIndexed(ServiceProcess source, ServiceProcess indexer) {
    long wanted = ReportedFiles.status(source).path("durableLsn").asLong();
    await(
        () ->
            ReportedFiles.status(indexer)
                    .path("index")
                    .path("hosts")
                    .path(0)
                    .path("lastLsn")
                    .asLong()
                >= wanted);
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("a part of the cluster does not answer as it should");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50)); // a status costs the service time
    }
  }
}
