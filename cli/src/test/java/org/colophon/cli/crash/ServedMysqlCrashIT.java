// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.cli.Main;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Lsn;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a service, or the reporter that reports to it, while the followed log grows and is rotated.
 * Then checks that every committed statement is stored exactly once.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ServedMysqlCrashIT {
  private static final int KILLS = Effort.times(2);
  private static final long PACE_NANOS = 1_000_000;

  @TempDir Path temp;

  private final List<Process> started = new ArrayList<>();
  private Process service;
  private Process reporter;

  private Path store() {
    return temp.resolve("store");
  }

  @AfterEach
  void end() throws InterruptedException {
    for (Process each : started) {
      each.destroyForcibly().waitFor();
    }
  }

  @Test
  void recordsEveryStatementOnceWhenServiceOrReporterIsKilled() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    GrowingLog log = new GrowingLog(temp.resolve("server.log"), true);
    log.grow(50);
    serve();
    assertThat(readToEnd(log).waitFor()).isZero();
    follow(log);
    for (int kill = 1; kill <= KILLS; kill++) {
      growAndRotate(log, random);
      if (kill % 2 == 0) {
        kill(service);
        log.grow(20);
        serve();
      } else {
        kill(reporter);
        log.grow(20);
        follow(log);
      }
    }
    growAndRotate(log, random);
    kill(reporter);
    log.end();
    assertThat(readToEnd(log).waitFor()).isZero();
    kill(service);
    RecordedStatements.check(store(), log, table(), "seed " + seed);
  }

  private long table() {
    try (Kernel kernel = Kernel.open(CrashWriter.config(store()))) {
      return kernel.reader("rocksdb").resolve(MysqlFollower.table("d.numbers"), Lsn.LATEST);
    }
  }

  private void serve() throws IOException {
    service = start("serve");
    while (!isServed()) {
      assertThat(service.isAlive()).as("the service starts after a kill").isTrue();
      LockSupport.parkNanos(PACE_NANOS);
    }
  }

  private boolean isServed() {
    Optional<ServiceConnection> connection = ServiceConnection.ofStore(store());
    connection.ifPresent(ServiceConnection::close);
    return connection.isPresent();
  }

  /**
   * Starts a follower and waits until it reports to the service. If no service ran, it would open
   * the store itself.
   */
  private void follow(GrowingLog log) throws IOException {
    long before = sources();
    reporter =
        start(
            "attach",
            "mysql",
            "--foreground",
            "server=db:3306",
            "literals=true",
            "log=" + log.path());
    while (sources() == before) {
      assertThat(reporter.isAlive()).as("the reporter starts after a kill").isTrue();
      LockSupport.parkNanos(PACE_NANOS);
    }
  }

  private long sources() {
    try (ServiceConnection connection = ServiceConnection.ofStore(store()).orElseThrow();
        ServiceResponse response = connection.exchange(ServiceRequest.get("/v1/sources").build())) {
      return response.text().split("\"source\"", -1).length - 1;
    }
  }

  private Process readToEnd(GrowingLog log) throws IOException {
    return start(
        "import", "mysql", "server=db:3306", "literals=true", "log=" + log.path(), "follow=false");
  }

  private Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(temp.toFile());
    builder.environment().put("COLOPHON_STORE", store().toString());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(temp.resolve("errors").toFile()));
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private static void kill(Process process) throws InterruptedException {
    assertThat(process.isAlive()).as("process runs until it is killed").isTrue();
    process.destroyForcibly().waitFor();
  }

  private static void growAndRotate(GrowingLog log, Random random) throws IOException {
    int steps = 200 + random.nextInt(400);
    int rotation = random.nextInt(steps);
    for (int step = 0; step < steps; step++) {
      if (step % 8 == 0) {
        log.grow(1 + random.nextInt(8));
      }
      if (step == rotation) {
        log.rotate();
      }
      LockSupport.parkNanos(PACE_NANOS);
    }
  }
}
