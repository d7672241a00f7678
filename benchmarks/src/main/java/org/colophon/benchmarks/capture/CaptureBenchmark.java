package org.colophon.benchmarks.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Medians;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Runs every test under every tracer, alternating, and compares with the first tracer, which traces
 * nothing. The tests keep their own time, so that starting a tracer does not count.
 */
final class CaptureBenchmark {
  private final List<Tracer> tracers;
  private final double seconds;
  private final Path workDirectory;
  private final Consumer<String> progress;

  /**
   * @param tracers the first is the base line
   * @param seconds how long each test runs
   * @param workDirectory exists; scratch directories come and go there
   * @param progress told of every run
   */
  CaptureBenchmark(
      List<Tracer> tracers, double seconds, Path workDirectory, Consumer<String> progress) {
    this.tracers = List.copyOf(tracers);
    this.seconds = seconds;
    this.workDirectory = workDirectory;
    this.progress = progress;
  }

  /** Every single run: test, tracer, loops a second. */
  List<Map<String, Object>> run(int rounds) {
    List<Map<String, Object>> runs = new ArrayList<>();
    CallSuite suite = CallSuite.compile(workDirectory);
    for (int round = 0; round < rounds; round++) {
      for (String test : CallSuite.TESTS) {
        for (Tracer tracer : tracers) {
          runs.add(runOnce(suite, test, tracer));
        }
      }
    }
    return runs;
  }

  private Map<String, Object> runOnce(CallSuite suite, String test, Tracer tracer) {
    try {
      Path scratch = Files.createTempDirectory(workDirectory, "run");
      double rate = suite.loopsPerSecond(test, seconds, tracer.prefixIn(scratch));
      Directories.delete(scratch);
      progress.accept(String.format("%-11s %-24s %,14.0f loops/s", test, tracer.label(), rate));
      Map<String, Object> run = new LinkedHashMap<>();
      run.put("test", test);
      run.put("tracer", tracer.label());
      run.put("loopsPerSecond", rate);
      return run;
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot use " + workDirectory + ": " + e, e);
    }
  }

  /** A row for each test with the slow-down of each tracer, and one with the geometric means. */
  List<Map<String, Object>> slowdowns(List<Map<String, Object>> runs) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String test : CallSuite.TESTS) {
      rows.add(slowdowns(test, runs));
    }
    Map<String, Object> means = new LinkedHashMap<>();
    means.put("test", "geometric mean");
    for (Tracer tracer : tracers.subList(1, tracers.size())) {
      String label = tracer.label();
      means.put(
          label,
          Medians.geometricMean(
              rows.stream().mapToDouble(row -> (Double) row.get(label)).toArray()));
    }
    rows.add(means);
    return rows;
  }

  private Map<String, Object> slowdowns(String test, List<Map<String, Object>> runs) {
    double base = rate(test, tracers.get(0), runs);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("test", test);
    row.put(tracers.get(0).label() + " loops/s", base);
    for (Tracer tracer : tracers.subList(1, tracers.size())) {
      row.put(tracer.label(), base / rate(test, tracer, runs));
    }
    return row;
  }

  private static double rate(String test, Tracer tracer, List<Map<String, Object>> runs) {
    return Medians.of(
        runs.stream()
            .filter(run -> run.get("test").equals(test))
            .filter(run -> run.get("tracer").equals(tracer.label()))
            .mapToDouble(run -> (Double) run.get("loopsPerSecond"))
            .toArray());
  }
}
