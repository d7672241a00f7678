// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.colophon.cli.serve.ServiceManager;
import org.colophon.cli.serve.ServiceRunner;
import org.colophon.service.Service;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ServiceRunnerTest {
  @TempDir private Path directory;

  /** Each signal has its own thread, so reloads can overlap. */
  @Test
  void keepsLatestConfigurationOfTwoConcurrentReloads() throws Exception {
    CountDownLatch isFirstReading = new CountDownLatch(1);
    AtomicInteger readings = new AtomicInteger();
    Thread[] threads = new Thread[2];
    Supplier<ServiceConfig> source =
        () -> {
          if (readings.incrementAndGet() == 1) {
            isFirstReading.countDown();
            awaitWaitingOrEnded(threads[1]);
            return config("old");
          }
          return config("new");
        };
    ServiceRunner serving = new ServiceRunner(source, ServiceManager.of(Map.of()), null);
    Service service = Service.start(config("start"));
    try {
      threads[0] = new Thread(() -> serving.reload(service));
      threads[1] = new Thread(() -> serving.reload(service));
      threads[0].start();
      isFirstReading.await();
      threads[1].start();
      for (Thread each : threads) {
        each.join();
      }
      assertThat(readings).hasValue(2);
      assertThat(status(service)).isEqualTo(200);
    } finally {
      service.stop();
    }
  }

  @Test
  void continuesAfterAConfigurationThatOverflowsTheStack() {
    ServiceRunner serving =
        new ServiceRunner(
            () -> {
              throw new StackOverflowError();
            },
            ServiceManager.of(Map.of()),
            null);
    assertThatCode(() -> serving.reload(null)).doesNotThrowAnyException();
  }

  /** Waits until the second reload waits for the first one, or has ended. */
  private static void awaitWaitingOrEnded(Thread thread) {
    while (thread.getState() != Thread.State.BLOCKED
        && thread.getState() != Thread.State.TERMINATED) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private ServiceConfig config(String token) {
    TcpConfig tcp = TcpConfig.loopback(0);
    Path file = directory.resolve(token);
    try {
      if (!Files.exists(file)) {
        var owner = PosixFilePermissions.fromString("rw-------");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(owner));
      }
      Files.writeString(file, token + "-token-0123456789-0123456789");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return ServiceConfig.of(directory.resolve("store"))
        .withListen(new ListenConfig(Optional.empty(), Optional.of(tcp), Optional.of(file)));
  }

  /** Returns the status of a request with the new token. */
  private static int status(Service service) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + service.port() + "/v1/status");
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setRequestProperty("Authorization", "Bearer new-token-0123456789-0123456789");
    try {
      return connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }
}
