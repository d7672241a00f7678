// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.feed;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import org.colophon.benchmarks.pipeline.Memory;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.command.Colophon;
import org.colophon.cli.output.Console;

/** Imports a feed by the command {@code colophon import}, which returns when all is durable. */
public final class FeedImport {
  static final String SECONDS = "import s";
  static final String CPU_SECONDS = "cpu s";
  static final String PEAK_MB = "peak rss, MB";
  static final String STATUS = "status";

  private FeedImport() {}

  /**
   * Imports a feed and prints figures.
   *
   * @param arguments the feed, the store
   */
  public static void main(String[] arguments) {
    Console console = new Console(System.err, System.err, false, false, Map.of());
    Invocation invocation =
        new Invocation(console, Path.of("").toAbsolutePath(), InputStream.nullInputStream());
    long begin = System.nanoTime();
    int status =
        Colophon.run(invocation, "import", "dsl", "from=" + arguments[0], "--store", arguments[1]);
    double seconds = (System.nanoTime() - begin) / 1e9;
    console.err().flush();
    double cpu = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    ChildProcess.print(
        Figures.of(STATUS, status)
            .and(SECONDS, seconds)
            .and(CPU_SECONDS, cpu)
            .and(PEAK_MB, Memory.peakResidentMegabytes()));
    System.exit(0);
  }
}
