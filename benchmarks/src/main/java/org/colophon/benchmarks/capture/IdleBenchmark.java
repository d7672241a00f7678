package org.colophon.benchmarks.capture;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;

/**
 * Processor time of a service that watches all processes of this host, while the host does nothing
 * else, next to that of a service without reporters.
 */
final class IdleBenchmark {
  private static final String WATCHING =
      "reporters:\n  - reporter: ebpf\n    options:\n      host: \"true\"\n";
  private static final String LISTENING = "listening on";
  private static final int SETTLE_MILLIS = 10_000;

  private final Path launcher;
  private final Path directory;

  IdleBenchmark(Path launcher, Path directory) {
    this.launcher = launcher;
    this.directory = directory;
  }

  /** Returns a row for each service: its use of one processor, in percent. */
  List<Map<String, Object>> run(double seconds) {
    return List.of(row("no reporters", "", seconds), row("whole host", WATCHING, seconds));
  }

  private Map<String, Object> row(String service, String configuration, double seconds) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("service", service);
    row.put("percent of a processor", percent(service, configuration, seconds));
    return row;
  }

  private double percent(String name, String configuration, double seconds) {
    Path file = directory.resolve(name + ".yaml");
    try {
      Files.writeString(file, configuration);
      List<String> words = new ArrayList<>(List.of(launcher.toString(), "serve"));
      words.addAll(List.of("--store", directory.resolve(name).toString(), "--config"));
      words.add(file.toString());
      Process service = new ProcessBuilder(words).redirectErrorStream(true).start();
      try (BufferedReader log = service.inputReader(StandardCharsets.UTF_8)) {
        awaitListening(name, log);
        Thread.sleep(SETTLE_MILLIS);
        Duration before = used(service);
        Thread.sleep((long) (seconds * 1e3));
        return used(service).minus(before).toNanos() / (seconds * 1e9) * 100;
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

  private static Duration used(Process service) {
    return service.info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
