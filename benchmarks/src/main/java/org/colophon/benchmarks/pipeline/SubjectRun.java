package org.colophon.benchmarks.pipeline;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.colophon.benchmarks.command.ChildProcess;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.ResultFile;
import org.colophon.benchmarks.workload.Workload;

/**
 * Runs a workload on a subject in this process: warms up, loads, closes, queries cold (with a
 * dropped page cache and a reopened store), queries warm.
 */
public final class SubjectRun {
  private static final int QUERIES = 50;

  private final String system;
  private final WorkloadSpec spec;
  private final Path directory;
  private final long warmUpNanos;

  /**
   * Prepares a run.
   *
   * @param system see {@link Subjects#names}
   * @param directory an existing directory for temporary stores
   * @param warmUpSeconds duration of the warm-up
   */
  public SubjectRun(String system, WorkloadSpec spec, Path directory, int warmUpSeconds) {
    this.system = system;
    this.spec = spec;
    this.directory = directory;
    this.warmUpNanos = TimeUnit.SECONDS.toNanos(warmUpSeconds);
  }

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
    System.out.println(ChildProcess.FIGURES + ResultFile.toLine(run.run()));
  }

  /** Returns all measured values of the run. */
  public Map<String, Object> run() {
    Subject subject = Subjects.of(system);
    Workload workload = spec.create();
    warmUp(subject);
    Memory.resetPeaks();
    Path store = Directories.newIn(directory);
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put(Figures.SYSTEM, system);
    figures.put(Figures.WORKLOAD, workload.name());
    figures.put(Figures.OPERATIONS, workload.operations());
    load(subject, workload, store, figures);
    ask(subject, new QueryRun(workload.targets(QUERIES), subject.isKeepingAll()), store, figures);
    Directories.delete(store);
    return figures;
  }

  private static void load(
      Subject subject, Workload workload, Path store, Map<String, Object> figures) {
    Map<String, Object> loaded = subject.load(store, workload);
    long nanos = ((Number) loaded.remove(Figures.LOAD_NANOS)).longValue();
    figures.put(Figures.RATE, workload.operations() * 1e9 / nanos);
    figures.put(Figures.STORE_BYTES, (double) subject.storeBytes(store) / workload.operations());
    figures.putAll(loaded);
    figures.put(Figures.PEAK_HEAP, Memory.peakHeapMegabytes());
    figures.put(Figures.PEAK_RSS, Memory.peakResidentMegabytes());
  }

  private void ask(Subject subject, QueryRun queries, Path store, Map<String, Object> figures) {
    PageCache.drop(store);
    long begin = System.nanoTime();
    try (Probe probe = subject.open(store)) {
      figures.put("opening ms", (System.nanoTime() - begin) / 1e6);
      figures.put(Figures.COLD, queries.millis(probe));
      figures.put(Figures.WARM, queries.warmMillis(probe, warmUpNanos / 2));
      if (spec.isTree()) {
        queries.checkOperations(probe, spec.operationsOfProcess(subject.isKeepingAll()));
      }
    }
  }

  /**
   * Loads and queries a small workload twice. Then loads the measured workload until the warm-up
   * time has expired.
   */
  private void warmUp(Subject subject) {
    warmUp(subject, spec.createSmall());
    warmUp(subject, spec.createSmall());
    long begin = System.nanoTime();
    do {
      warmUp(subject, spec.createForWarmUp());
    } while (System.nanoTime() - begin < warmUpNanos);
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
