// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.reporter.RunState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests full disks and deleted stores, which end the service. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LossesIT {
  @TempDir Path temp;

  /** Simulates the full disk with a limit on the size of files. */
  @Test
  void keepsAcknowledgedOperationsWhenDiskIsFull() throws Exception {
    Path store = temp.resolve("store");
    String java =
        "exec %s -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp %s %s %s memory"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                ServiceChild.class.getName(),
                store);
    Process child =
        new ProcessBuilder("bash", "-c", "ulimit -f 2000; " + java)
            .redirectError(temp.resolve("log").toFile())
            .start();
    int acknowledged;
    try (BufferedReader output = child.inputReader()) {
      assertThat(output.readLine()).isEqualTo("serving");
      acknowledged = reportUntilRefused(Caller.of(store.resolve("socket")));
    }
    assertThat(child.waitFor(60, TimeUnit.SECONDS)).as("the service ends").isTrue();
    assertThat(Files.readString(temp.resolve("log"))).contains("recording stopped");
    assertThat(acknowledged).isPositive();
    try (Kernel kernel = Kernel.open(StoreDump.config(store))) {
      LineageReader reader = kernel.reader("rocksdb");
      for (int i = 1; i <= acknowledged; i++) {
        assertThat(reader.resolve(Bytes.of("/full/" + i), Lsn.LATEST))
            .as("id of file %d", i)
            .isPositive();
      }
    }
  }

  private static int reportUntilRefused(Caller caller) {
    String data = "x".repeat(100_000);
    for (int i = 1; ; i++) {
      String lines =
          "{\"op\":\"object\",\"id\":\"o\",\"path\":\"/full/%d\"}\n".formatted(i)
              + "{\"op\":\"extended\",\"object\":\"o\",\"type\":\"t\",\"data\":\"%s\"}"
                  .formatted(data);
      try {
        Reply reply = caller.post("/v1/operations", lines);
        if (reply.status() != 200) {
          return i - 1;
        }
      } catch (IOException e) {
        return i - 1;
      }
    }
  }

  /** Deletes all files except the directory and the socket. */
  private static void delete(Path store, Service service) throws IOException {
    try (Stream<Path> all = Files.walk(store)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        if (!each.equals(service.config().socket()) && !each.equals(store)) {
          Files.delete(each);
        }
      }
    }
  }

  @Test
  void continuesWithoutRecordingForMount() throws Exception {
    Path store = temp.resolve("store");
    Service service =
        Service.start(ServiceConfig.of(store).withAdapters(List.of(AdapterSpec.of("memory"))));
    Caller caller = Caller.of(service.config().socket());
    caller.post(
        "/v1/reporters",
        "{\"reporter\":\"ticker\",\"id\":\"needed\",\"options\":{\"needed\":\"true\"}}");
    Thread waiting = new Thread(() -> await(service));
    waiting.start();
    delete(store, service);
    while (caller.get("/healthz").status() != 503) {
      LockSupport.parkNanos(1_000_000);
    }
    waiting.join(1_000); // several health checks of the service
    assertThat(waiting.isAlive()).as("the service still runs").isTrue();
    assertThat(service.state()).isEqualTo(RunState.FAILED);

    assertThat(caller.call("DELETE", "/v1/reporters/needed", new byte[0]).status()).isEqualTo(200);
    waiting.join();
    assertThat(service.stop()).isFalse();
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void continuesAfterFailedTick() throws Exception {
    Path store = temp.resolve("store");
    Service service =
        Service.start(ServiceConfig.of(store).withAdapters(List.of(AdapterSpec.of("memory"))));
    Caller caller = Caller.of(service.config().socket());
    caller.post("/v1/reporters", "{\"reporter\":\"ticker\",\"options\":{\"needed\":\"unknown\"}}");
    while (caller.get("/v1/reporters").json().at("/0/operations").asLong() == 0) {
      LockSupport.parkNanos(1_000_000);
    }
    delete(store, service);
    service.awaitStopped();
    assertThat(service.state()).isEqualTo(RunState.FAILED);
    assertThat(service.stop()).isFalse();
  }

  private static void await(Service service) {
    try {
      service.awaitStopped();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void endsWhenStoreIsDeleted() throws Exception {
    Path store = temp.resolve("store");
    Service service =
        Service.start(ServiceConfig.of(store).withAdapters(List.of(AdapterSpec.of("memory"))));
    Caller caller = Caller.of(service.config().socket());
    assertThat(caller.get("/healthz").text()).startsWith("alive");
    delete(store, service);
    service.awaitStopped();
    Reply health = caller.get("/healthz");
    assertThat(health.status()).isEqualTo(503);
    assertThat(health.text()).contains("failed", "deleted or replaced");
    assertThat(caller.get("/v1/status").json().path("trouble").asText()).contains("deleted");
    assertThat(caller.get("/readyz").status()).isEqualTo(503);
    assertThat(service.stop()).isFalse();
  }
}
