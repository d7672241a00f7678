// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.colophon.benchmarks.peer.Found;
import org.colophon.benchmarks.peer.Probe;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.workload.Target;
import org.colophon.core.error.ErrorCode;

/**
 * Runs queries for targets on a store, and checks every answer against the facts of the workload.
 * For a target with ancestors, queries its lineage; for any other, the number of its operations.
 * Only the query is timed, not the check.
 */
final class QueryRun {
  private final List<Target> targets;
  private final boolean isKeepingAll;

  /**
   * Prepares the queries.
   *
   * @param isKeepingAll true if the store has opens and closes, too
   */
  QueryRun(List<Target> targets, boolean isKeepingAll) {
    this.targets = targets;
    this.isKeepingAll = isKeepingAll;
  }

  /** Runs a query for each target once. Returns the mean duration of a query in milliseconds. */
  double millis(Probe probe) {
    double[] series = series(probe);
    return series[targets.size() - 1] / targets.size();
  }

  /**
   * Runs a query for each target once. Returns for each query the milliseconds of all queries up to
   * it.
   */
  double[] series(Probe probe) {
    double[] millis = new double[targets.size()];
    long nanos = 0;
    for (int i = 0; i < millis.length; i++) {
      nanos += runQuery(probe, targets.get(i));
      millis[i] = nanos / 1e6;
    }
    return millis;
  }

  /**
   * Returns the mean duration of a query in milliseconds, as the median of many passes.
   *
   * @param minNanos minimum time of the measurement
   */
  double warmMillis(Probe probe, long minNanos) {
    List<Double> passes = new ArrayList<>();
    long begin = System.nanoTime();
    while (passes.size() < 10 || System.nanoTime() - begin < minNanos) {
      passes.add(millis(probe));
    }
    // The first half is still a warm-up.
    return Medians.of(
        passes.subList(passes.size() / 2, passes.size()).stream()
            .mapToDouble(Double::doubleValue)
            .toArray());
  }

  /** Runs a query and checks its answer. Returns the nanoseconds of the query only. */
  long runQuery(Probe probe, Target target) {
    return target.processes().isEmpty()
        ? queryOperations(probe, target)
        : queryLineage(probe, target);
  }

  private long queryLineage(Probe probe, Target target) {
    Found found = new Found();
    long begin = System.nanoTime();
    probe.ancestors(target.object(), found);
    long nanos = System.nanoTime() - begin;
    if (!found.isExactly(target)) {
      throw ErrorCode.STORE_CORRUPT.exception("wrong lineage: not that of " + target);
    }
    return nanos;
  }

  private long queryOperations(Probe probe, Target target) {
    long begin = System.nanoTime();
    long operations = probe.operationsOfObject(target.object());
    long nanos = System.nanoTime() - begin;
    check("operations of " + target.path(), operations, expected(target));
    return nanos;
  }

  private long expected(Target target) {
    return isKeepingAll ? target.operations() : target.operations() - target.touches();
  }

  /** Checks that every operation of the targets is found by its object and by its process. */
  void checkOperations(Probe probe, long operationsOfProcess) {
    for (Target target : targets) {
      check(
          "operations of " + target.path(),
          probe.operationsOfObject(target.object()),
          expected(target));
      for (long process : target.processes()) {
        check(
            "operations of process " + process,
            probe.operationsOfProcess(process),
            operationsOfProcess);
      }
    }
  }

  private static void check(String what, long actual, long expected) {
    if (actual != expected) {
      throw ErrorCode.STORE_CORRUPT.exception(
          what + ": " + actual + " found, " + expected + " reported");
    }
  }
}
