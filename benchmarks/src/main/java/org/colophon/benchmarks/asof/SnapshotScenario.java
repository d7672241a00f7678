// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.asof;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.benchmarks.workload.UpdateWorkload;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the cost of a snapshot after every transaction, as Retro's paper does. Transactions are
 * durable one by one, or all at the end. A snapshot is published together with its transaction and
 * must be exactly one record.
 */
@Command(
    name = "snapshot",
    description = "Updates with and without a snapshot after every transaction.")
public final class SnapshotScenario extends Scenario {
  private static final String WHAT = "durable";
  private static final String SNAPSHOTS = "snapshots";
  private static final String RATE = "transactions/s";
  private static final String EACH = "each transaction";
  private static final String END = "at the end";

  @Option(names = "--transactions", description = "Transactions that are durable at the end.")
  private int transactions = 200_000;

  @Option(names = "--durable-transactions", description = "Transactions that are durable each.")
  private int durableTransactions = 5_000;

  @Option(names = "--files", description = "Files that the transactions read and update.")
  private int files = 20_000;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 9;

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("snapshot")
            .setting("files", files)
            .rounds(rounds, 1)
            .subject(round -> pair(END, transactions, round))
            .subject(round -> pair(EACH, durableTransactions, round))
            .medians(WHAT, SNAPSHOTS));
  }

  /** Measures without and with snapshots, in alternating order. */
  private List<Figures> pair(String durable, int count, int round) {
    boolean isFirst = Math.floorMod(round, 2) == 1;
    Figures one = measure(durable, count, isFirst);
    Figures other = measure(durable, count, !isFirst);
    Figures without = isFirst ? other : one;
    Figures with = isFirst ? one : other;
    check("records", (long) without.number("records") + count, (long) with.number("records"));
    with.put("% slower", (without.number(RATE) / with.number(RATE) - 1) * 100);
    return List.of(without, with);
  }

  private Figures measure(String durable, int count, boolean hasSnapshots) {
    Path store = Directories.newIn(directory());
    try (Kernel kernel = Kernels.open(store)) {
      OperationSink sink = kernel.newSink("bench", SinkOptions.DEFAULT);
      UpdateWorkload workload = new UpdateWorkload(sink, files, UpdateWorkload.SKEW);
      sink.flush();
      kernel.drain();
      KernelStatus before = kernel.status();
      long begin = System.nanoTime();
      for (int i = 0; i < count; i++) {
        long timeNanos = workload.runOne();
        if (hasSnapshots) {
          sink.snapshot("t" + i, timeNanos);
        }
        long lsn = sink.flush();
        if (durable.equals(EACH)) {
          sink.awaitDurable(lsn);
        }
      }
      kernel.drain();
      long nanos = System.nanoTime() - begin;
      checkSnapshots(kernel, hasSnapshots ? count : 0);
      KernelStatus after = kernel.status();
      long bytes = after.journalBytes() - before.journalBytes();
      return Figures.of(WHAT, durable)
          .and(SNAPSHOTS, hasSnapshots ? "after each transaction" : "none")
          .and("transactions", count)
          .and(RATE, count * 1e9 / nanos)
          .and("records", after.journaled() - before.journaled())
          .and("journal B/transaction", (double) bytes / count);
    } finally {
      Directories.delete(store);
    }
  }

  private static void checkSnapshots(Kernel kernel, long count) {
    try (LineageReader reader = Objects.requireNonNull(kernel.reader(Kernels.ROCKSDB))) {
      check("snapshots", count, reader.snapshots().size());
    }
  }

  /** Throws an exception unless a count is that of a snapshot for each transaction. */
  static void check(String what, long expected, long actual) {
    if (expected != actual) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the store has %d %s, not %d".formatted(actual, what, expected));
    }
  }
}
