// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.client.report.RemoteSink;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the resident memory of {@code colophon serve} with the launcher's options. Meanwhile
 * processes, objects and names are created and removed, and clients query and export.
 */
@Timeout(value = 25, unit = TimeUnit.HOURS)
@Tag("alone")
class ServeMemoryIT {
  private static final long MAX_RESIDENT_KIB = 700_000_000 / 1024;
  private static final Duration DURATION = Effort.duration(Duration.ofSeconds(5));
  private static final int PROCESSES_A_ROUND = 2000;
  private static final int ROUNDS_AN_EXPORT = Effort.level() == 1 ? 4 : 20;

  @TempDir private Path directory;

  private Process service;
  private Path store;

  @BeforeEach
  void start() throws IOException {
    FakeCheckout checkout = new FakeCheckout(directory);
    checkout.useRealJava(checkout.addJdk(System.getProperty("java.version")));
    store = directory.resolve("store");
    service =
        checkout
            .prepare(
                directory,
                Map.of("HOME", directory.toString()),
                checkout.launcher.toString(),
                "serve",
                "--store",
                store.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader log = service.errorReader(StandardCharsets.UTF_8);
    awaitListening(log);
    Thread copier = new Thread(() -> copy(log), "service-log");
    copier.setDaemon(true);
    copier.start();
  }

  private static void copy(BufferedReader log) {
    try {
      for (String line = log.readLine(); line != null; line = log.readLine()) {
        System.out.println(line);
      }
    } catch (IOException e) {
      System.out.println("the log ended: " + e);
    }
  }

  private static void awaitListening(BufferedReader log) throws IOException {
    StringBuilder passed = new StringBuilder();
    String line = log.readLine();
    while (line != null && !line.contains("listening on ")) {
      passed.append(line).append('\n');
      line = log.readLine();
    }
    assertThat(line).as("line that reports listening, after:\n" + passed).isNotNull();
  }

  @AfterEach
  void stop() {
    service.destroyForcibly().onExit().join();
  }

  @Test
  void limitsMemoryWhileProcessesObjectsAndNamesAreReplaced() throws Exception {
    long end = System.nanoTime() + DURATION.toNanos();
    int round = 0;
    try (RemoteSink sink = RemoteSink.to(connect(), "soak").build();
        ServiceConnection questions = connect()) {
      while (System.nanoTime() < end || round < ROUNDS_AN_EXPORT) {
        String last = churn(sink, ++round);
        assertThat(answerBytes(questions, "/v1/lineage", last)).isPositive();
        if (round % ROUNDS_AN_EXPORT == 0) {
          assertThat(answerBytes(questions, "/v1/export", "/data/log")).isPositive();
          System.out.println("round " + round + ": " + resident("VmRSS") + " KiB");
        }
      }
    }
    System.out.printf("%d rounds, peak %d KiB%n", round, resident("VmHWM"));
    assertThat(resident("VmHWM")).as("peak resident KiB").isLessThanOrEqualTo(MAX_RESIDENT_KIB);
    service.destroy();
    assertThat(service.waitFor()).as("exit status of the service").isZero();
  }

  private ServiceConnection connect() {
    return ServiceConnection.ofStore(store).orElseThrow();
  }

  /**
   * Reports short-lived processes that read and write files. Deletes or renames half of the files.
   */
  private static String churn(OperationSink sink, int round) {
    long shell = program(sink, "/bin/sh", PROCESSES_A_ROUND, round);
    long log = sink.objectAt(Bytes.of("/data/log"), ObjectKind.FILE, 0);
    String name = "";
    for (int i = 0; i < PROCESSES_A_ROUND; i++) {
      long process = program(sink, "/bin/step", i, round);
      sink.link(LinkKind.FORK, process, shell, 0);
      if (!name.isEmpty()) {
        long input = sink.objectAt(Bytes.of(name), ObjectKind.FILE, 0);
        sink.access(OperationKind.READ, Phase.WHOLE, process, input, 10, 0);
      }
      name = "/data/%d/%d/result".formatted(round, i);
      Bytes temporary = Bytes.of(name + ".tmp");
      Bytes inode = Bytes.of("inode %d %d".formatted(round, i));
      ObjectDeclaration file = new ObjectDeclaration(ObjectKind.FILE, inode, Bytes.EMPTY);
      long output = sink.objectAt(temporary, file, 0);
      sink.access(OperationKind.WRITE, Phase.WHOLE, process, output, 10, 0);
      sink.rename(process, temporary, Bytes.of(name), 0);
      if (i % 2 == 0) {
        sink.access(OperationKind.WRITE, Phase.WHOLE, process, log, 10, 0);
        sink.unbind(process, Bytes.of("/data/%d/%d/result".formatted(round, i - 2)), 0);
      }
      sink.exit(process, 0, 0);
    }
    sink.exit(shell, 0, 0);
    sink.awaitDurable(sink.flush());
    return name;
  }

  private static long program(OperationSink sink, String path, long pid, int round) {
    Bytes identity = Bytes.of("process %d %d".formatted(round, pid));
    return sink.process(
        new ProcessDeclaration(identity, pid, Bytes.of(path), List.of(), Bytes.EMPTY, 0), 0);
  }

  private static long answerBytes(ServiceConnection service, String path, String target)
      throws IOException {
    ServiceRequest request =
        ServiceRequest.get(path).parameter("target", target).parameter("limit", 100_000).build();
    try (ServiceResponse response = service.exchange(request)) {
      return response.body().transferTo(OutputStream.nullOutputStream());
    }
  }

  /** Returns the resident memory of the service and its children, in KiB. */
  private long resident(String key) throws IOException {
    long sum = 0;
    for (ProcessHandle each :
        Stream.concat(Stream.of(service.toHandle()), service.descendants()).toList()) {
      sum += value(key, Files.readAllLines(Path.of("/proc", "" + each.pid(), "status")));
    }
    return sum;
  }

  private static long value(String key, Iterable<String> status) {
    for (String line : status) {
      if (line.startsWith(key + ":")) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new AssertionError("/proc shows no " + key);
  }
}
