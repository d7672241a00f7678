// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.mysql;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.benchmarks.pipeline.Memory;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.spi.storage.LineageReader;

/**
 * Imports a complete log repeatedly in one JVM, each time into a new store. The first import is
 * cold and has no cached templates; the last one is warm.
 */
public final class LogImport {
  /** Minimum share of the clients' statements that must become processes. */
  private static final double MIN_SHARE = 0.8;

  private LogImport() {}

  /**
   * Imports a log repeatedly.
   *
   * @param arguments the log, its number of statements, a directory for stores, the number of
   *     rounds
   */
  public static void main(String[] arguments) {
    Path log = Path.of(arguments[0]);
    long statements = Long.parseLong(arguments[1]);
    Path directory = Path.of(arguments[2]);
    int rounds = Integer.parseInt(arguments[3]);
    Figures figures = new Figures();
    for (int round = 0; round < rounds; round++) {
      takeIn(log, directory.resolve("import-" + round), statements)
          .forEach(
              (name, value) -> {
                figures.putIfAbsent("first, " + name, value);
                figures.put("last, " + name, value);
              });
    }
    ChildProcess.print(figures);
  }

  /** Measures the time from the opening of an empty store until all statements are stored. */
  private static Figures takeIn(Path log, Path store, long statements) {
    double cpuBefore = RecordingProcess.cpuSeconds();
    long begin = System.nanoTime();
    try (Kernel kernel = Kernels.open(store)) {
      ReporterHandle handle = RecordingProcess.attach(kernel, Map.of("from", log.toString()));
      handle.await();
      kernel.drain();
      RecordingProcess.check(handle);
      double seconds = (System.nanoTime() - begin) / 1e9;
      double cpu = RecordingProcess.cpuSeconds() - cpuBefore;
      check(kernel, statements);
      return Figures.of("statements/s", statements / seconds)
          .and("CPU us/statement", cpu * 1e6 / statements)
          .and("heap alive, MiB", Memory.liveHeapMegabytes());
    } finally {
      Directories.delete(store);
    }
  }

  /** Checks that the log is complete, since importing only a part would seem very fast. */
  private static void check(Kernel kernel, long statements) {
    try (LineageReader reader = kernel.reader("rocksdb")) {
      long processes = reader.statistics().processes();
      if (processes < statements * MIN_SHARE) {
        throw ErrorCode.BAD_INPUT.exception(
            "only %2$d processes were recorded for %1$d statements; was the log rotated?"
                .formatted(statements, processes));
      }
    }
  }
}
