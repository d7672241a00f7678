// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.tables;

import java.nio.file.Path;
import java.util.List;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.query.document.TableFormat;
import org.colophon.query.document.TableFormat.Exported;
import org.colophon.query.document.TableFormat.HostHistory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Run with {@code ./colophon bench parquet}. Each edge is an access of a process to a file of its
 * project, a second after the previous one, so the edges have several days.
 */
@Command(
    name = "parquet",
    description = {
      "Exports a RocksDB store of processes that used twenty files each as Parquet tables: edges/s",
      "and bytes/edge of the first export, and of one after a hundredth more."
    })
public final class ParquetScenario extends Scenario {
  private static final int FILES = 20;
  private static final long TIME = 1_700_000_000_000_000_000L;
  private static final long STEP_NANOS = 100_000_000L;

  @Option(names = "--processes", description = "Processes in the store.")
  private int processes = 110_000;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 3;

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("parquet")
            .setting("processes", processes)
            .rounds(rounds, 0)
            .subject(round -> measure())
            .medians("export"));
  }

  private List<Figures> measure() throws Exception {
    Path store = directory().resolve("store");
    Path tables = directory().resolve("tables");
    try (Kernel kernel = Kernels.open(store)) {
      OperationSink sink = kernel.newSink("bench", SinkOptions.DEFAULT);
      fill(sink, 0, processes);
      kernel.drain();
      Figures first = export(kernel, tables, "first", processes);
      int more = Math.max(1, processes / 100);
      fill(sink, processes, processes + more);
      kernel.drain();
      return List.of(first, export(kernel, tables, "more", more));
    } finally {
      Directories.delete(store);
      Directories.delete(tables);
    }
  }

  private static void fill(OperationSink sink, int from, int to) {
    for (int i = from; i < to; i++) {
      long nanos = TIME + (long) i * FILES * STEP_NANOS;
      Bytes command = Bytes.of("cc -c m%d.c".formatted(i));
      long process = sink.process(ProcessDeclaration.of(i, command, nanos), nanos);
      for (int file = 0; file < FILES; file++) {
        String name = "/home/u/project%d/f%d.h".formatted(i % 50, (i * 7 + file * 31) % 4_000);
        long object = sink.objectAt(Bytes.of(name), ObjectKind.FILE, nanos);
        OperationKind kind = file == 0 ? OperationKind.WRITE : OperationKind.READ;
        sink.access(kind, Phase.WHOLE, process, object, 1000 + i % 77, nanos + file * STEP_NANOS);
      }
      sink.exit(process, 0, nanos + FILES * STEP_NANOS);
    }
    sink.flush();
  }

  private static Figures export(Kernel kernel, Path tables, String label, int processes)
      throws Exception {
    HostHistory host =
        new HostHistory(
            "bench",
            "0".repeat(32),
            "1",
            GenerationChain.UNKNOWN,
            () -> kernel.reader(Kernels.ROCKSDB));
    long edges = (long) processes * FILES;
    long bytes = bytesOf(tables);
    long[] rows = {0};
    long begin = System.nanoTime();
    new PluginLoader<>(TableFormat.class)
        .get("parquet")
        .export("1", List.of(host), tables, (Exported each) -> rows[0] = each.rows());
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (rows[0] < edges + processes) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "%d rows were exported of %d edges and %d processes"
              .formatted(rows[0], edges, processes));
    }
    return Figures.of("export", label)
        .and("edges", edges)
        .and("rows", rows[0])
        .and("edges/s", edges / seconds)
        .and("bytes/edge", (double) (bytesOf(tables) - bytes) / edges);
  }

  private static long bytesOf(Path tables) throws Exception {
    return tables.toFile().exists() ? FileTree.bytes(tables) : 0;
  }
}
