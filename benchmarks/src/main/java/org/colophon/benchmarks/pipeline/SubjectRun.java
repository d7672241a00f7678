// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
 * @param option see {@link Subjects#of}
 */
public record SubjectRun(
    String system, WorkloadSpec spec, Path directory, int warmUpSeconds, String option) {
  static final String SYSTEM = "system";
  static final String WORKLOAD = "workload";
  static final String MEMORY = "memory";
  static final String RATE = "operations/s";

  /** Suffix of the names of values with the time of several cold queries. */
  private static final String SERIES = " cold queries ms";

  private static final int SERIES_STEP = 10;

  private static final int QUERIES = 50;

  /**
   * Runs in this process.
   *
   * @param arguments system, workload, directory, seconds of warm-up, option
   */
  public static void main(String[] arguments) {
    SubjectRun run =
        new SubjectRun(
            arguments[0],
            new WorkloadSpec(arguments[1]),
            Path.of(arguments[2]),
            Integer.parseInt(arguments[3]),
            arguments[4]);
    ChildProcess.print(run.run());
  }

  /** Returns the names of the values that have the time of the first 10, 20, ... cold queries. */
  static List<String> series() {
    return IntStream.rangeClosed(1, QUERIES / SERIES_STEP)
        .mapToObj(step -> step * SERIES_STEP + SERIES)
        .toList();
  }

  /** Returns all measured values of the run. */
  Figures run() {
    Subject subject = Subjects.of(system, option);
    Workload workload = spec.create();
    warmUp(subject);
    Memory.resetPeaks();
    Path store = Directories.newIn(directory);
    long operations = workload.operations();
    Figures figures =
        Figures.of(SYSTEM, system).and(WORKLOAD, workload.name()).and("operations", operations);
    if (!option.isEmpty()) {
      figures.put(MEMORY, option);
    }
    Figures loaded = subject.load(store, workload);
    long nanos = (long) loaded.remove(Subject.LOAD_NANOS);
    figures.put(RATE, operations * 1e9 / nanos);
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
      double[] series = queries.series(probe);
      figures.put("cold query ms", series[QUERIES - 1] / QUERIES);
      for (String name : series()) {
        figures.put(name, series[Integer.parseInt(name.replace(SERIES, "")) - 1]);
      }
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
