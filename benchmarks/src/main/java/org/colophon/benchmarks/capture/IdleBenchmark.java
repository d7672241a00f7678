package org.colophon.benchmarks.capture;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * Measures the processor time of a service that observes all processes of this host, and of a
 * service without reporters. The time of the JVM's compilers, which end some minutes after a start,
 * is in a separate column. Another column has the number of operations, which shows how idle the
 * host was.
 */
final class IdleBenchmark {
  private static final String WATCHING =
      "reporters:\n  - reporter: ebpf\n    options:\n      host: \"true\"\n";
  private static final String LISTENING = "listening on";
  private static final Pattern REPORTED =
      Pattern.compile("^colophon_operations_reported_total (\\S+)$", Pattern.MULTILINE);
  private static final int SETTLE_MILLIS = 60_000;

  private final Path launcher;
  private final Path directory;

  IdleBenchmark(Path launcher, Path directory) {
    this.launcher = launcher;
    this.directory = directory;
  }

  /** Processor time of a service's threads and number of its operations, since its start. */
  private record Use(Duration all, Duration compilers, double operations) {}

  /** Returns a row for each service. */
  List<Map<String, Object>> run(double seconds) {
    return List.of(row("no reporters", "", seconds), row("whole host", WATCHING, seconds));
  }

  private Map<String, Object> row(String name, String configuration, double seconds) {
    Path file = directory.resolve(name + ".yaml");
    Path store = directory.resolve(name);
    try {
      Files.writeString(file, configuration);
      List<String> words = new ArrayList<>(List.of(launcher.toString(), "serve"));
      words.addAll(List.of("--store", store.toString(), "--config", file.toString()));
      Process service = new ProcessBuilder(words).redirectErrorStream(true).start();
      try (BufferedReader log = service.inputReader(StandardCharsets.UTF_8)) {
        awaitListening(name, log);
        Thread.sleep(SETTLE_MILLIS);
        Use before = use(service, store);
        Thread.sleep((long) (seconds * 1e3));
        return row(name, seconds, before, use(service, store));
      } finally {
        service.destroy();
        service.waitFor();
      }
    } catch (IOException e) {
      throw IoFailure.of("use", file, e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("measuring an idle service", e);
    }
  }

  private static Map<String, Object> row(String name, double seconds, Use before, Use after) {
    Map<String, Object> row = new LinkedHashMap<>();
    double percent = 100 / (seconds * 1e9);
    row.put("service", name);
    row.put("percent of a processor", after.all().minus(before.all()).toNanos() * percent);
    row.put("of it compilers", after.compilers().minus(before.compilers()).toNanos() * percent);
    row.put("operations/s", (after.operations() - before.operations()) / seconds);
    return row;
  }

  private static Use use(Process service, Path store) throws IOException {
    Duration compilers = Duration.ZERO;
    Path threads = Path.of("/proc", Long.toString(service.pid()), "task");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        if (Files.readString(thread.resolve("comm")).matches("C[12] CompilerThre\\s*")) {
          String used = Files.readString(thread.resolve("schedstat"));
          long nanos = Long.parseLong(used.substring(0, used.indexOf(' ')));
          compilers = compilers.plusNanos(nanos);
        }
      }
    }
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
      if (line.contains(LISTENING)) {
        return;
      }
      text.append(line).append('\n');
    }
    throw ErrorCode.IO_FAILED.exception("the service with " + name + " did not start: " + text);
  }
}
