// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.host.StoreHost;
import org.colophon.testing.hosts.KafkaBrokers;
import org.colophon.testing.hosts.ServiceProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the cost of shipping operations to three local brokers, and the time until an indexer
 * can answer queries about them.
 */
@Command(
    name = "cluster",
    description = "Shipping through Kafka: processor time, rate, and time until queryable.")
public final class ClusterScenario extends Scenario {
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
  private static final int POLL_MILLIS = 50; // a status costs the service time

  @Option(names = "--operations", description = "Operations in each run.")
  private int operations = 4_000_000;

  @Option(names = "--seconds", description = "Duration of the steady load.")
  private int seconds = 30;

  @Option(names = "--rounds", description = "Measured pairs of runs.")
  private int rounds = 6;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private KafkaBrokers brokers;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private ServiceProcess alone;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private ServiceProcess source;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private ServiceProcess indexer;

  @Override
  protected void prepare() throws IOException {
    brokers = owned(KafkaBrokers.start(directory().resolve("kafka"), 3));
    alone = owned(ServiceProcess.recorder(directory().resolve("alone"), ALONE));
    source = owned(ServiceProcess.publisher(directory().resolve("web"), WEB, brokers.addresses()));
    ReportedFiles.await(
        POLL_MILLIS, () -> ReportedFiles.status(source).at("/publish/failure").asText().isEmpty());
    bind(List.of(alone.pid(), source.pid()), "0");
    bind(others(), "1-" + LAST_PROCESSOR);
  }

  private List<Long> others() {
    List<Long> others = new ArrayList<>(brokers.pids());
    others.add(ProcessHandle.current().pid());
    return others;
  }

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("cluster-shipping")
            .setting("operations", operations)
            .setting("rounds", rounds)
            .rounds(rounds, WARM_UPS)
            .alternating(
                List.of(
                    round -> ingest("recorded only", alone),
                    round -> ingest("recorded and shipped", source)))
            .medians(WHAT),
        Experiment.named("cluster-latency")
            .setting("operations/s", PER_SECOND)
            .setting("seconds", seconds)
            .before(this::startIndexer)
            .rounds(STEADY_ROUNDS, 1)
            .subject(round -> steady("/marker/" + round + "/"))
            .medians(WHAT));
  }

  private void startIndexer() throws IOException {
    bind(others(), "0-" + LAST_PROCESSOR);
    bind(List.of(source.pid()), "0-" + LAST_PROCESSOR);
    indexer = owned(ServiceProcess.indexer(directory().resolve("index"), brokers.addresses()));
    long wanted = ReportedFiles.status(source).path("durableLsn").asLong();
    ReportedFiles.await(
        POLL_MILLIS,
        () -> ReportedFiles.status(indexer).at("/index/hosts/0/lastLsn").asLong() >= wanted);
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
  private List<Figures> ingest(String what, ServiceProcess service) {
    Duration before = service.cpu();
    long begin = System.nanoTime();
    ReportedFiles.send(service, operations);
    long acknowledged = System.nanoTime() - begin;
    boolean isShipped = ReportedFiles.status(service).has("publish");
    if (isShipped) {
      long end = ReportedFiles.status(service).path("durableLsn").asLong();
      ReportedFiles.await(
          POLL_MILLIS,
          () -> ReportedFiles.status(service).at("/publish/shippedLsn").asLong() >= end);
    }
    long shipped = System.nanoTime() - begin;
    return Figures.of(WHAT, what)
        .and("acknowledged/s", operations * 1e9 / acknowledged)
        .and("on brokers/s", isShipped ? operations * 1e9 / shipped : 0.0)
        .and("cpu s", service.cpu().minus(before).toMillis() / 1e3)
        .row();
  }

  /**
   * Reports at a constant rate. Measures the time until an indexer finds the reported operations.
   */
  private List<Figures> steady(String markers) {
    long[] nanos = new long[seconds * 1000 / MARKER_EVERY_MILLIS];
    long begin = System.nanoTime();
    CompletableFuture<Void> reporting =
        CompletableFuture.runAsync(() -> report(source, markers, nanos.length, begin));
    try (ServiceConnection asking = indexer.connect()) {
      for (int i = 0; i < nanos.length; i++) {
        String marker = markers + i;
        LockSupport.parkNanos(dueNanos(begin, i) - System.nanoTime());
        while (!exchange(asking, names(marker)).contains(marker + "\"")) {
          Thread.onSpinWait();
        }
        nanos[i] = System.nanoTime() - dueNanos(begin, i);
      }
    }
    reporting.join();
    Arrays.sort(nanos);
    return Figures.of(WHAT, "reported to queryable at an indexer")
        .and("median ms", nanos[nanos.length / 2] / 1e6)
        .and("99 % ms", nanos[nanos.length * 99 / 100] / 1e6)
        .and("longest ms", nanos[nanos.length - 1] / 1e6)
        .row();
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
}
