package org.colophon.benchmarks.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.core.host.StoreHost;
import org.colophon.testing.hosts.ServiceProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the lag of a follower, and how much a backup slows down writes. */
@Command(
    name = "copies",
    mixinStandardHelpOptions = true,
    description = "A follower on the same machine, and a backup while a service records.")
public final class CopiesBenchmark implements Runnable {
  private static final String WHAT = "what";
  private static final StoreHost HOST = new StoreHost("a".repeat(32), "web");

  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--operations",
      description = "Operations for the follower (default: ${DEFAULT-VALUE}).")
  private int operations = 8_000_000;

  @Option(
      names = "--stored",
      description = "Operations in the store that is backed up (default: ${DEFAULT-VALUE}).")
  private int stored = 40_000_000;

  @Option(names = "--batch", description = "Operations in each write (default: ${DEFAULT-VALUE}).")
  private int batch = 2_000_000;

  @Option(names = "--rounds", description = "Pairs of writes (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          try {
            follow(directory.resolve("follow"));
            backUp(directory.resolve("backup"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private void follow(Path directory) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    try (ServiceProcess source = ServiceProcess.recorder(directory.resolve("web"), HOST, port);
        ServiceProcess follower =
            ServiceProcess.follower(directory.resolve("copy"), directory.resolve("web"), port)) {
      write(source, operations / 4); // warms up
      awaitCopied(source, follower);
      long begin = System.nanoTime();
      CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(source, operations));
      long largest = 0;
      while (!writing.isDone()) {
        largest =
            Math.max(largest, ReportedFiles.status(follower).path("follow").path("lag").asLong());
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
      long written = System.nanoTime() - begin;
      awaitCopied(source, follower);
      long copied = System.nanoTime() - begin;
      Map<String, Object> row = new LinkedHashMap<>();
      row.put(WHAT, "a follower");
      row.put("acknowledged/s", operations * 1e9 / written);
      row.put("copied/s", operations * 1e9 / copied);
      row.put("largest lag, LSNs", largest);
      row.put("behind at the end, ms", (copied - written) / 1e6);
      rows.add(row);
    }
    options.publish("copies-follower", Map.of("operations", operations), rows, rows);
  }

  private static void awaitCopied(ServiceProcess source, ServiceProcess follower) {
    long wanted = ReportedFiles.status(source).path("durableLsn").asLong();
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (ReportedFiles.status(follower).path("follow").path("lastLsn").asLong() < wanted) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the follower does not reach LSN " + wanted);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private void backUp(Path directory) throws IOException {
    List<Map<String, Object>> runs = new ArrayList<>();
    try (ServiceProcess service = ServiceProcess.recorder(directory.resolve("web"), HOST)) {
      for (int left = stored; left > 0; left -= batch) {
        write(service, batch);
      }
      long plain = 0;
      long during = 0;
      long copying = 0;
      for (int round = 0; round < rounds; round++) {
        plain += timed(() -> write(service, batch));
        Path copy = directory.resolve("copy" + round);
        CompletableFuture<Long> backup =
            CompletableFuture.supplyAsync(() -> timed(() -> backUp(service, copy)));
        during += timed(() -> write(service, batch));
        copying += backup.join();
      }
      runs.add(row("alone", plain, 0));
      runs.add(row("while a backup begins", during, copying));
    }
    Map<String, Object> settings = Map.of("stored", stored, "batch", batch, "rounds", rounds);
    options.publish("copies-backup", settings, runs, runs);
  }

  private Map<String, Object> row(String what, long nanos, long copyNanos) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(WHAT, "writes " + what);
    row.put("acknowledged/s", (double) batch * rounds * 1e9 / nanos);
    row.put("a backup takes ms", copyNanos / 1e6 / rounds);
    return row;
  }

  private static void backUp(ServiceProcess service, Path copy) {
    String body = "{\"directory\":\"" + copy + "\"}";
    var unused =
        ReportedFiles.exchange(
            service,
            ServiceRequest.post("/v1/backups")
                .body("application/json", body.getBytes(StandardCharsets.UTF_8))
                .build());
  }

  private static void write(ServiceProcess service, int count) {
    ReportedFiles.send(service, out -> ReportedFiles.accesses(count, out));
  }

  private static long timed(Runnable work) {
    long begin = System.nanoTime();
    work.run();
    return System.nanoTime() - begin;
  }
}
