package org.colophon.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.ChildProcess;
import org.colophon.benchmarks.result.Medians;

/**
 * Runs several subjects on the same workload, alternating round by round. Each run has a Java
 * process of its own, so that memory is measured separately.
 */
public final class Comparison {
  private final BenchmarkOptions options;
  private final ChildProcess child;

  /**
   * @param maxHeap of each process, as after -Xmx
   */
  public Comparison(BenchmarkOptions options, String maxHeap) {
    this.options = options;
    this.child = new ChildProcess(maxHeap, 0);
  }

  /** Runs each system on each workload in each round; returns every single run. */
  public List<Map<String, Object>> run(List<String> systems, List<WorkloadSpec> specs, int rounds) {
    List<Map<String, Object>> runs = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (WorkloadSpec spec : specs) {
        for (String system : systems) {
          Map<String, Object> figures = run(system, spec);
          runs.add(figures);
          options.progress().accept(line(round, figures));
        }
      }
    }
    return runs;
  }

  private Map<String, Object> run(String system, WorkloadSpec spec) {
    return child.run(
        SubjectRun.class,
        system,
        spec.text(),
        options.workDirectory().toString(),
        Integer.toString(options.warmUpSeconds()));
  }

  private static String line(int round, Map<String, Object> figures) {
    return String.format(
        "round %d %-20s %-12s %,12.0f operations/s %8.2f B/op %9.4f ms warm %9.4f ms cold",
        round,
        figures.get(Figures.SYSTEM),
        figures.get(Figures.WORKLOAD),
        number(figures, Figures.RATE),
        number(figures, Figures.STORE_BYTES),
        number(figures, Figures.WARM),
        number(figures, Figures.COLD));
  }

  private static double number(Map<String, Object> figures, String name) {
    return ((Number) figures.get(name)).doubleValue();
  }

  /** Returns medians, with a row for each system. */
  public static List<Map<String, Object>> rowsBySystem(List<Map<String, Object>> runs) {
    return Medians.rows(runs, Figures.SYSTEM);
  }

  /** Returns medians, with a row for each workload. */
  public static List<Map<String, Object>> rowsByWorkload(List<Map<String, Object>> runs) {
    return Medians.rows(runs, Figures.WORKLOAD);
  }
}
