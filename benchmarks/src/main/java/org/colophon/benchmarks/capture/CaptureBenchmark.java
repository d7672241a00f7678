package org.colophon.benchmarks.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Medians;
import org.colophon.core.error.IoFailure;

/**
 * Runs every test under every tracer, alternating between tracers. The baseline is the first
 * tracer, which traces nothing. Tests measure their own time, which excludes the start of a tracer.
 * The processor time of that start is measured with an empty command and subtracted.
 */
final class CaptureBenchmark {
  private static final int STARTS = 3;

  private final Map<String, Double> startSeconds = new HashMap<>();
  private final List<Tracer> tracers;
  private final double seconds;
  private final Path workDirectory;
  private final Consumer<String> progress;

  /**
   * Prepares a benchmark.
   *
   * @param tracers tracers to compare; the first is the baseline
   * @param seconds duration of each test
   * @param workDirectory an existing directory for scratch directories
   * @param progress receives a line for every run
   */
  CaptureBenchmark(
      List<Tracer> tracers, double seconds, Path workDirectory, Consumer<String> progress) {
    this.tracers = List.copyOf(tracers);
    this.seconds = seconds;
    this.workDirectory = workDirectory;
    this.progress = progress;
  }

  /** Runs all tests in each round. Returns every single run: test, tracer, loops per second. */
  List<Map<String, Object>> run(int rounds) {
    List<Map<String, Object>> runs = new ArrayList<>();
    CallSuite suite = CallSuite.compile(workDirectory);
    tracers.forEach(tracer -> startSeconds.put(tracer.label(), startSeconds(tracer)));
    for (int round = 0; round < rounds; round++) {
      for (String test : CallSuite.TESTS) {
        for (Tracer tracer : tracers) {
          runs.add(runOnce(suite, test, tracer));
        }
      }
    }
    return runs;
  }

  private double startSeconds(Tracer tracer) {
    return IntStream.range(0, STARTS)
        .mapToDouble(
            i -> {
              Path scratch = scratch();
              double started = CallSuite.startSeconds(tracer.prefixIn(scratch));
              Directories.delete(scratch);
              return started;
            })
        .min()
        .orElseThrow();
  }

  private Map<String, Object> runOnce(CallSuite suite, String test, Tracer tracer) {
    Path scratch = scratch();
    CallSuite.Cost cost = suite.run(test, seconds, tracer.prefixIn(scratch));
    Directories.delete(scratch);
    double rate = cost.loopsPerSecond();
    double cpu = (cost.cpuSeconds() - startSeconds.get(tracer.label())) / cost.loops();
    progress.accept(
        String.format(
            "%-11s %-16s %,14.0f loops/s %10.2f us CPU", test, tracer.label(), rate, cpu * 1e6));
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("test", test);
    run.put("tracer", tracer.label());
    run.put("loopsPerSecond", rate);
    run.put("cpuSecondsPerLoop", cpu);
    return run;
  }

  private Path scratch() {
    try {
      return Files.createTempDirectory(workDirectory, "run");
    } catch (IOException e) {
      throw IoFailure.of("use", workDirectory, e);
    }
  }

  /**
   * Returns a row for each test with the slow-down of each tracer. The last row has the geometric
   * means.
   */
  List<Map<String, Object>> slowdowns(List<Map<String, Object>> runs) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String test : CallSuite.TESTS) {
      rows.add(slowdowns(test, runs));
    }
    Map<String, Object> means = new LinkedHashMap<>();
    means.put("test", "geometric mean");
    for (String column : rows.get(0).keySet().stream().skip(2).toList()) {
      means.put(
          column,
          Medians.geometricMean(
              rows.stream().mapToDouble(row -> (Double) row.get(column)).toArray()));
    }
    rows.add(means);
    return rows;
  }

  private Map<String, Object> slowdowns(String test, List<Map<String, Object>> runs) {
    String base = tracers.get(0).label();
    double rate = median("loopsPerSecond", test, base, runs);
    double cpu = median("cpuSecondsPerLoop", test, base, runs);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("test", test);
    row.put(base + " loops/s", rate);
    for (Tracer tracer : tracers.subList(1, tracers.size())) {
      String label = tracer.label();
      row.put(label, rate / median("loopsPerSecond", test, label, runs));
      row.put(label + " CPU", median("cpuSecondsPerLoop", test, label, runs) / cpu);
    }
    return row;
  }

  private static double median(
      String figure, String test, String tracer, List<Map<String, Object>> runs) {
    return Medians.of(
        runs.stream()
            .filter(run -> run.get("test").equals(test) && run.get("tracer").equals(tracer))
            .mapToDouble(run -> (Double) run.get(figure))
            .toArray());
  }
}
