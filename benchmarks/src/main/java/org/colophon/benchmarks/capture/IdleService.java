// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.capture;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ErrorCode;

/**
 * Measures the processor time of a service that observes all processes of this host, and of a
 * service without reporters. The time of the JVM's compilers, which end some minutes after a start,
 * is in a separate column. Another column has the number of operations, which shows how idle the
 * host was.
 */
record IdleService(Path launcher, Path directory, double seconds) {
  private static final String WATCHING =
      "reporters:\n  - reporter: ebpf\n    options:\n      host: \"true\"\n";
  private static final Pattern REPORTED =
      Pattern.compile("^colophon_operations_reported_total (\\S+)$", Pattern.MULTILINE);
  private static final int SETTLE_MILLIS = 60_000;

  /** Processor time of a service's threads and number of its operations, since its start. */
  private record Use(Duration all, long compilerNanos, double operations) {}

  Experiment experiment() {
    return Experiment.named("capture-idle")
        .setting("seconds", seconds)
        .subject(round -> measure("no reporters", ""))
        .subject(round -> measure("whole host", WATCHING));
  }

  private List<Figures> measure(String name, String configuration) throws Exception {
    Path file = Files.writeString(directory.resolve(name + ".yaml"), configuration);
    Path store = directory.resolve(name);
    List<String> words =
        List.of(launcher + "", "serve", "--store", store + "", "--config", file + "");
    Process service = new ProcessBuilder(words).redirectErrorStream(true).start();
    try (BufferedReader log = service.inputReader(StandardCharsets.UTF_8)) {
      awaitListening(name, log);
      Thread.sleep(SETTLE_MILLIS);
      Use before = use(service, store);
      Thread.sleep((long) (seconds * 1e3));
      Use after = use(service, store);
      double percent = 100 / (seconds * 1e9);
      return Figures.of("service", name)
          .and("percent of a processor", after.all().minus(before.all()).toNanos() * percent)
          .and("of it compilers", (after.compilerNanos() - before.compilerNanos()) * percent)
          .and("operations/s", (after.operations() - before.operations()) / seconds)
          .row();
    } finally {
      Programs.end(service);
    }
  }

  private static Use use(Process service, Path store) throws IOException {
    long compilers = Programs.cpuNanos(service, name -> name.matches("C[12] CompilerThre"));
    return new Use(
        service.info().totalCpuDuration().orElse(Duration.ZERO), compilers, operations(store));
  }

  private static double operations(Path store) {
    try (ServiceConnection connection = ServiceConnection.at(store.resolve("socket")).build();
        ServiceResponse response = connection.exchange(ServiceRequest.get("/metrics").build())) {
      Matcher reported = REPORTED.matcher(response.text());
      if (!reported.find()) {
        throw ErrorCode.BAD_INPUT.exception("the service of " + store + " has no count");
      }
      return Double.parseDouble(reported.group(1));
    }
  }

  private static void awaitListening(String name, BufferedReader log) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      if (line.contains("listening on")) {
        return;
      }
      text.append(line).append('\n');
    }
    throw ErrorCode.IO_FAILED.exception("the service with " + name + " did not start: " + text);
  }
}
