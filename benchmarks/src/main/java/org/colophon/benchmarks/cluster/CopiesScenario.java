// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.core.host.StoreHost;
import org.colophon.testing.hosts.ServiceProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the lag of a follower, and how much a backup slows down writes. */
@Command(
    name = "copies",
    description = "A follower on the same machine, and a backup while a service records.")
public final class CopiesScenario extends Scenario {
  private static final String WHAT = "what";
  private static final StoreHost HOST = new StoreHost("a".repeat(32), "web");

  @Option(names = "--operations", description = "Operations for the follower.")
  private int operations = 8_000_000;

  @Option(names = "--stored", description = "Operations in the store that is backed up.")
  private int stored = 40_000_000;

  @Option(names = "--batch", description = "Operations in each write.")
  private int batch = 2_000_000;

  @Option(names = "--rounds", description = "Pairs of writes.")
  private int rounds = 5;

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("copies-follower")
            .setting("operations", operations)
            .subject(round -> follow(directory().resolve("follow"))),
        Experiment.named("copies-backup")
            .setting("stored", stored)
            .setting("batch", batch)
            .setting("rounds", rounds)
            .subject(round -> backUp(directory().resolve("backup"))));
  }

  private List<Figures> follow(Path stores) throws IOException {
    int port = ReportedFiles.freePort();
    try (ServiceProcess source = ServiceProcess.recorder(stores.resolve("web"), HOST, port);
        ServiceProcess follower =
            ServiceProcess.follower(stores.resolve("copy"), stores.resolve("web"), port)) {
      ReportedFiles.send(source, operations / 4); // warms up
      awaitCopied(source, follower);
      long begin = System.nanoTime();
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(() -> ReportedFiles.send(source, operations));
      long largest = 0;
      while (!writing.isDone()) {
        largest = Math.max(largest, ReportedFiles.status(follower).at("/follow/lag").asLong());
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
      long written = System.nanoTime() - begin;
      awaitCopied(source, follower);
      long copied = System.nanoTime() - begin;
      return Figures.of(WHAT, "a follower")
          .and("acknowledged/s", operations * 1e9 / written)
          .and("copied/s", operations * 1e9 / copied)
          .and("largest lag, LSNs", largest)
          .and("behind at the end, ms", (copied - written) / 1e6)
          .row();
    }
  }

  private static void awaitCopied(ServiceProcess source, ServiceProcess follower) {
    long wanted = ReportedFiles.status(source).path("durableLsn").asLong();
    ReportedFiles.await(
        5, () -> ReportedFiles.status(follower).at("/follow/lastLsn").asLong() >= wanted);
  }

  private List<Figures> backUp(Path stores) throws IOException {
    try (ServiceProcess service = ServiceProcess.recorder(stores.resolve("web"), HOST)) {
      for (int left = stored; left > 0; left -= batch) {
        ReportedFiles.send(service, batch);
      }
      long plain = 0;
      long during = 0;
      long copying = 0;
      for (int round = 0; round < rounds; round++) {
        plain += nanos(() -> ReportedFiles.send(service, batch));
        Path copy = stores.resolve("copy" + round);
        CompletableFuture<Long> backup =
            CompletableFuture.supplyAsync(() -> nanos(() -> backUp(service, copy)));
        during += nanos(() -> ReportedFiles.send(service, batch));
        copying += backup.join();
      }
      return List.of(row("alone", plain, 0), row("while a backup begins", during, copying));
    }
  }

  private Figures row(String what, long nanos, long copyNanos) {
    return Figures.of(WHAT, "writes " + what)
        .and("acknowledged/s", (double) batch * rounds * 1e9 / nanos)
        .and("a backup takes ms", copyNanos / 1e6 / rounds);
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

  private static long nanos(Runnable work) {
    long begin = System.nanoTime();
    work.run();
    return System.nanoTime() - begin;
  }
}
