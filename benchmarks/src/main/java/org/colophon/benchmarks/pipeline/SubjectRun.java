// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.peer.Probe;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.benchmarks.workload.Workload;

/**
 * Runs a workload on a subject in this process: warms up, loads, closes, queries cold (with a
 * dropped page cache and a reopened store), queries warm.
 *
 * @param system see {@link Subjects#names}
 * @param directory an existing directory for temporary stores
 */
public record SubjectRun(String system, WorkloadSpec spec, Path directory, int warmUpSeconds) {
  static final String SYSTEM = "system";
  static final String WORKLOAD = "workload";

  private static final int QUERIES = 50;

  /**
   * Runs in this process.
   *
   * @param arguments system, workload, directory, seconds of warm-up
   */
  public static void main(String[] arguments) {
    SubjectRun run =
        new SubjectRun(
            arguments[0],
            new WorkloadSpec(arguments[1]),
            Path.of(arguments[2]),
            Integer.parseInt(arguments[3]));
    ChildProcess.print(run.run());
  }

  /** Returns all measured values of the run. */
  Figures run() {
    Subject subject = Subjects.of(system);
    Workload workload = spec.create();
    warmUp(subject);
    Memory.resetPeaks();
    Path store = Directories.newIn(directory);
    long operations = workload.operations();
    Figures figures =
        Figures.of(SYSTEM, system).and(WORKLOAD, workload.name()).and("operations", operations);
    Figures loaded = subject.load(store, workload);
    long nanos = (long) loaded.remove(Subject.LOAD_NANOS);
    figures.put("operations/s", operations * 1e9 / nanos);
    figures.put("store B/op", (double) subject.storeBytes(store) / operations);
    figures.putAll(loaded);
    figures.put("peak heap MB", Memory.peakHeapMegabytes());
    figures.put("peak RSS MB", Memory.peakResidentMegabytes());
    runQueries(
        subject, new QueryRun(workload.targets(QUERIES), subject.isKeepingAll()), store, figures);
    Directories.delete(store);
    return figures;
  }

  private void runQueries(Subject subject, QueryRun queries, Path store, Figures figures) {
    PageCache.drop(store);
    long begin = System.nanoTime();
    try (Probe probe = subject.open(store)) {
      figures.put("opening ms", (System.nanoTime() - begin) / 1e6);
      figures.put("cold query ms", queries.millis(probe));
      figures.put("warm query ms", queries.warmMillis(probe, warmUpNanos() / 2));
      long operationsOfProcess = spec.operationsOfProcess(subject.isKeepingAll());
      if (operationsOfProcess > 0) {
        queries.checkOperations(probe, operationsOfProcess);
      }
    }
  }

  private long warmUpNanos() {
    return TimeUnit.SECONDS.toNanos(warmUpSeconds);
  }

  /**
   * Loads and queries a small workload twice. Then loads the measured workload, or a tree of level
   * 5, until the warm-up time has expired.
   */
  private void warmUp(Subject subject) {
    warmUp(subject, spec.create(4, 200_000));
    warmUp(subject, spec.create(4, 200_000));
    long begin = System.nanoTime();
    do {
      warmUp(subject, spec.create(5, Integer.MAX_VALUE));
    } while (System.nanoTime() - begin < warmUpNanos());
  }

  private void warmUp(Subject subject, Workload workload) {
    Path store = Directories.newIn(directory);
    subject.load(store, workload);
    try (Probe probe = subject.open(store)) {
      double unused = new QueryRun(workload.targets(QUERIES), subject.isKeepingAll()).millis(probe);
    }
    Directories.delete(store);
  }
}
