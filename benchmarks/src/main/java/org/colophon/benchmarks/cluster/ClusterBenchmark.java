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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.result.Medians;
import org.colophon.core.host.StoreHost;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.client.ServiceRequest;
import org.colophon.service.client.ServiceResponse;
import org.colophon.testing.cluster.KafkaBrokers;
import org.colophon.testing.cluster.ServiceProcess;
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
  private static final int PER_SECOND = 5000;
  private static final int MARKER_EVERY_MILLIS = 50;

  /** Number of runs in a new process that do not count. Half of the first run is compilation. */
  private static final int WARM_UPS = 2;

  @Mixin private BenchmarkOptions options;

  @Option(names = "--operations", description = "In each run (default: ${DEFAULT-VALUE}).")
  private int operations = 2_000_000;

  @Option(names = "--seconds", description = "Of steady load (default: ${DEFAULT-VALUE}).")
  private int seconds = 30;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Override
  public void run() {
    options.inScratchDirectory(this::measure);
  }

  private void measure(Path directory) {
    List<Map<String, Object>> costs = new ArrayList<>();
    List<Map<String, Object>> times = new ArrayList<>();
    try {
      for (int round = 0; round <= rounds; round++) {
        Path place = directory.resolve("round" + round);
        ServiceProcess alone = ServiceProcess.recorder(place.resolve("alone"), WEB);
        Map<String, Object> recorded = warm("recorded only", alone);
        alone.close();
        try (KafkaBrokers brokers = KafkaBrokers.start(place.resolve("kafka"), 3)) {
          ServiceProcess source =
              ServiceProcess.publisher(place.resolve("web"), WEB, brokers.addresses());
          await(
              () ->
                  ReportedFiles.status(source).path("publish").path("failure").asText().isEmpty());
          Map<String, Object> shipped = warm("recorded and shipped", source);
          ServiceProcess indexer =
              ServiceProcess.indexer(place.resolve("index"), brokers.addresses());
          awaitIndexed(source, indexer);
          Map<String, Object> steady = steady(source, indexer);
          source.close();
          indexer.close();
          if (round > 0) { // the first warms up
            costs.addAll(List.of(recorded, shipped));
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

  /** Measures a process after a warm-up with the same load. */
  private Map<String, Object> warm(String what, ServiceProcess service) {
    for (int i = 0; i < WARM_UPS; i++) {
      var unused = ingest(what + ", cold", service);
    }
    return ingest(what, service);
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
  private Map<String, Object> steady(ServiceProcess source, ServiceProcess indexer) {
    int perMarker = PER_SECOND * MARKER_EVERY_MILLIS / 1000;
    long[] nanos = new long[seconds * 1000 / MARKER_EVERY_MILLIS];
    long next = System.nanoTime();
    try (ServiceConnection reporting = source.connect();
        ServiceConnection asking = indexer.connect()) {
      for (int i = 0; i < nanos.length; i++) {
        next += TimeUnit.MILLISECONDS.toNanos(MARKER_EVERY_MILLIS);
        LockSupport.parkNanos(next - System.nanoTime());
        String marker = "/marker/" + i;
        long begin = System.nanoTime();
        exchange(reporting, marked(marker, perMarker));
        while (!exchange(asking, names(marker)).contains(marker + "\"")) {
          Thread.onSpinWait();
        }
        nanos[i] = System.nanoTime() - begin;
      }
    }
    Arrays.sort(nanos);
    Map<String, Object> run = new LinkedHashMap<>();
    run.put(WHAT, "reported to queryable at an indexer");
    run.put("median ms", nanos[nanos.length / 2] / 1e6);
    run.put("99 % ms", nanos[nanos.length * 99 / 100] / 1e6);
    run.put("longest ms", nanos[nanos.length - 1] / 1e6);
    options.progress().accept(run.toString());
    return run;
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
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
