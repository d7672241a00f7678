// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.workload.TreeWorkload;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.KernelStatus;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;

/**
 * Measures the throughput of a reporter while Neo4j catches up with a store's history, limited to a
 * share of the machine. The tree is reported repeatedly for some seconds, until all operations are
 * durable and visible in RocksDB. A tree of level 4 is one slice. The slowest slice shows whether
 * the reporter was ever blocked.
 */
final class Reporters {
  /** The tree that is reported repeatedly. */
  private static final TreeWorkload SLICE = TreeWorkload.ofLevels(4);

  private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(4);
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final double[] SHARES = {0, 0.25, 0.5};

  private Reporters() {}

  static List<Figures> run(Stores stores, int rounds) throws Exception {
    once(stores, 0, WARM_UP_NANOS);
    once(stores, 1, WARM_UP_NANOS);
    return Experiment.named("reporters")
        .rounds(rounds, 0)
        .alternating(
            Arrays.stream(SHARES)
                .<Experiment.Run>mapToObj(share -> round -> once(stores, share, REPORT_NANOS))
                .toList())
        .measure(System.err::println);
  }

  /**
   * Runs the measurement once.
   *
   * @param share share of the machine for Neo4j; 0 to leave Neo4j resting
   */
  private static List<Figures> once(Stores stores, double share, long reportNanos) {
    Path store = stores.restingCopy();
    KernelConfig config =
        share == 0
            ? stores.rocksDb(store)
            : stores.both(store, new Neo4jStorageAdapterFactory(), share);
    Figures run =
        Figures.of(
            Measure.SUBJECT, share == 0 ? "reporters alone" : "beside Neo4j, share " + share);
    try (Kernel kernel = Kernel.open(config)) {
      measure(kernel, reportNanos, run);
    }
    run.put("goal", (1 - share) * (share == 0 ? 1 : 0.95));
    Directories.delete(store);
    return List.of(run);
  }

  private static void measure(Kernel kernel, long reportNanos, Figures run) {
    OperationSink sink = kernel.newSink("bench", new SinkOptions(false, OverloadPolicy.BLOCK));
    long fedBefore = fed(kernel.status());
    long begin = System.nanoTime();
    long slices = 0;
    long slowest = 0;
    long now = begin;
    while (now - begin < reportNanos) {
      SLICE.report(sink);
      slices++;
      long after = System.nanoTime();
      slowest = Math.max(slowest, after - now);
      now = after;
    }
    KernelStatus status = kernel.status();
    kernel.reader(Stores.ROCKSDB);
    long nanos = System.nanoTime() - begin;
    check(status, slices * SLICE.operations());
    run.put("operations/s", slices * SLICE.operations() * 1e9 / nanos);
    run.put("slowest slice ms", slowest / 1e6);
    run.put("mean slice ms", (now - begin) / 1e6 / slices);
    run.put("LSNs/s into Neo4j", (fed(status) - fedBefore) * 1e9 / (now - begin));
  }

  /** Returns the newest LSN in Neo4j; 0 if Neo4j rests. */
  private static long fed(KernelStatus status) {
    return status.adapters().stream()
        .filter(each -> each.name().equals(Stores.NEO4J))
        .mapToLong(AdapterStatus::appendedLsn)
        .sum();
  }

  /** Checks that no operation was lost, and that Neo4j was busy all the time. */
  private static void check(KernelStatus status, long operations) {
    boolean isWhole =
        status.accepted() >= operations && status.dropped() == 0 && status.refused() == 0;
    boolean isBehind =
        status.adapters().stream()
            .filter(each -> each.name().equals(Stores.NEO4J))
            .allMatch(
                each ->
                    each.state() != AdapterState.FAILED && each.appendedLsn() < status.lastLsn());
    if (!isWhole || !isBehind) {
      throw ErrorCode.KERNEL_FAILED.exception("of " + operations + " operations: " + status);
    }
  }
}
