package org.colophon.benchmarks.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.cluster.ReportedFiles;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.Checkout;
import org.colophon.benchmarks.result.Medians;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.testing.hosts.ServiceProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures a query from the shell, including the launcher and the start of the JVM. Either a
 * service answers, or the command reads the store itself.
 */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    description = "Asking for a lineage from the shell: a service, and the store itself.")
public final class StartBenchmark implements Runnable {
  private record Answer(int status, String text, long nanos) {
    boolean isRight() {
      return status == 0 && text.contains("/lab/a");
    }
  }

  private static final String WHAT = "what";
  private static final long TIMEOUT_NANOS = 60_000_000_000L;
  private static final String LINES =
      """
      {"op":"process","id":"p","pid":1,"executable":"/bin/cp"}
      {"op":"read","process":"p","path":"/lab/a","bytes":1}
      {"op":"write","process":"p","path":"/lab/b","bytes":1}
      """;

  @Mixin private BenchmarkOptions options;

  @Option(
      names = {"--rounds", "--times"},
      description = "Runs of each query (default: ${DEFAULT-VALUE}).")
  private int rounds = 20;

  @Override
  public void run() {
    options.inScratchDirectory(this::measure);
  }

  /**
   * Waits until the store's files contain the answer. Then asks the service and reads the store in
   * turn, and publishes the medians. The first round does not count.
   */
  private void measure(Path directory) {
    Path store = directory.resolve("store");
    List<Map<String, Object>> runs = new ArrayList<>();
    try (ServiceProcess served = ServiceProcess.recorder(store, ServiceBenchmark.HOST)) {
      ReportedFiles.send(served, out -> out.write(LINES.getBytes(StandardCharsets.UTF_8)));
      String[] question = {"lineage", "/lab/b", "--store", store.toString()};
      String[] embedded = {"lineage", "/lab/b", "--store", store.toString(), "--embedded"};
      awaitStored(embedded);
      for (int i = 0; i <= rounds; i++) {
        Map<String, Object> asked = row("asks the service", nanos(question));
        Map<String, Object> read = row("reads the store (--embedded)", nanos(embedded));
        if (i > 0) {
          runs.add(asked);
          runs.add(read);
        }
      }
    } catch (IOException e) {
      throw IoFailure.of("serve", store, e);
    }
    List<Map<String, Object>> rows = Medians.rows(runs, WHAT);
    rows.forEach(row -> options.progress().accept(row.toString()));
    options.publish("start", Map.of("rounds", rounds), rows, runs);
  }

  private static Map<String, Object> row(String what, long nanos) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(WHAT, what);
    row.put("ms", nanos / 1e6);
    return row;
  }

  /** Waits until the store has all operations in the service's journal. */
  private void awaitStored(String... question) {
    long begin = System.nanoTime();
    Answer answer = ask(question);
    while (!answer.isRight() && System.nanoTime() - begin < TIMEOUT_NANOS) {
      answer = ask(question);
    }
  }

  private long nanos(String... words) {
    Answer answer = ask(words);
    if (!answer.isRight()) {
      throw ErrorCode.BAD_INPUT.exception(
          "%s ended with %d: %s".formatted(List.of(words), answer.status(), answer.text()));
    }
    return answer.nanos();
  }

  /** Runs the launcher. Measures the time from its start to its end. */
  private Answer ask(String... words) {
    ProcessBuilder builder = new ProcessBuilder(Checkout.launcher().toString());
    builder.command().addAll(List.of(words));
    long begin = System.nanoTime();
    try {
      Process process = builder.redirectErrorStream(true).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      return new Answer(status, text, System.nanoTime() - begin);
    } catch (IOException e) {
      throw IoFailure.of("run", Checkout.launcher(), e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("measuring", e);
    }
  }
}
