package org.colophon.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.ChildProcess;

/**
 * Runs several subjects on the same workload, alternating in each round. Each run is in a separate
 * Java process, so that memory is measured separately.
 */
public final class Comparison {
  private final BenchmarkOptions options;
  private final ChildProcess child;

  /**
   * Prepares a comparison.
   *
   * @param maxHeap maximum heap of each process, in the format of -Xmx
   */
  public Comparison(BenchmarkOptions options, String maxHeap) {
    this.options = options;
    this.child = new ChildProcess(maxHeap);
  }

  /** Runs each system on each workload in each round. Returns every single run. */
  public List<Map<String, Object>> run(List<String> systems, List<WorkloadSpec> specs, int rounds) {
    List<Map<String, Object>> runs = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (WorkloadSpec spec : specs) {
        for (String system : systems) {
          Map<String, Object> figures = run(system, spec);
          runs.add(figures);
          options.progress().accept("round " + round + " " + figures);
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
}
