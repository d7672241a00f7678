// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.mysql;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.locks.LockSupport;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterFactory;

/**
 * Runs Colophon next to a server: a kernel, a RocksDB store and a reporter for each log. Reads a
 * command from each line of standard input and answers with a line. {@code attach LOG} starts a
 * reporter. {@code finish TABLE} waits until that table's creation is recorded, which marks the end
 * of the log.
 */
public final class RecordingProcess {
  /** Prefix of the names of tables. */
  static final String SERVER = "bench:3306";

  static final String READY = "ready";

  static final String CPU_SECONDS = "recorder cpu s";

  /** Time from the end of the log until all of it was stored. */
  static final String BEHIND_SECONDS = "behind s";

  private static final long LOOK_NANOS = 10_000_000;

  private final Kernel kernel;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private ReporterHandle handle;

  private double cpuAtBegin;

  private RecordingProcess(Kernel kernel) {
    this.kernel = kernel;
  }

  /**
   * Runs the process.
   *
   * @param arguments the store's directory
   */
  public static void main(String[] arguments) {
    try (Kernel kernel = Kernels.open(Path.of(arguments[0]));
        Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8)) {
      RecordingProcess process = new RecordingProcess(kernel);
      System.out.println(READY);
      while (lines.hasNextLine()) {
        String[] words = lines.nextLine().split(" ", 2);
        process.execute(words[0], words[1]);
      }
    }
  }

  static ReporterHandle attach(Kernel kernel, Map<String, String> options) {
    ReporterFactory mysql = new PluginLoader<>(ReporterFactory.class).get("mysql");
    Map<String, String> all = new LinkedHashMap<>(options);
    all.put("server", SERVER);
    return kernel.attach("mysql", mysql.create(all), SinkOptions.DEFAULT);
  }

  static void check(ReporterHandle handle) {
    handle
        .failure()
        .ifPresent(
            failure -> {
              throw ErrorCode.IO_FAILED.exception(
                  "the log was not read to its end: " + failure, failure);
            });
  }

  private void execute(String word, String argument) {
    if ("attach".equals(word)) {
      cpuAtBegin = cpuSeconds();
      handle = attach(kernel, Map.of("log", argument));
      System.out.println(READY);
    } else {
      ChildProcess.print(finish(argument));
    }
  }

  /** Returns the processor time of this process, including the JVM's compilers. */
  static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
  }

  private Figures finish(String table) {
    long begin = System.nanoTime();
    OperationSink sink = kernel.newSink("bench", SinkOptions.DEFAULT);
    Bytes name = Bytes.of("mysql://" + SERVER + "/" + table);
    while (handle.isRunning() && sink.resolve(name) == 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    kernel.drain();
    long end = System.nanoTime();
    Figures figures =
        Figures.of(CPU_SECONDS, cpuSeconds() - cpuAtBegin).and(BEHIND_SECONDS, (end - begin) / 1e9);
    handle.stop();
    handle.await();
    check(handle);
    return figures;
  }
}
