// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.capture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.scenario.Checkout;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how much tracing slows down programs. Runs every test under every tracer. The baseline
 * is the first tracer, which traces nothing. Tests measure their own time, which excludes the start
 * of a tracer. The processor time of that start is measured with an empty command and subtracted.
 */
@Command(
    name = "capture",
    description =
        "Slow-down of a system-call suite under plain strace and both sources of colophon trace.")
public final class CaptureScenario extends Scenario {
  private static final String TEST = "test";
  private static final String TRACER = "tracer";
  private static final String RATE = "loopsPerSecond";
  private static final String CPU = "cpuSecondsPerLoop";
  private static final int STARTS = 3;

  @Option(names = "--seconds", description = "Length of each test.")
  private double seconds = 1;

  @Option(names = "--rounds", description = "Runs of each test.")
  private int rounds = 3;

  @Option(
      names = "--idle",
      paramLabel = "SECONDS",
      description =
          "Measure instead the processor time of a service that watches this host, idle otherwise.")
  private double idleSeconds;

  @Option(
      names = "--digests",
      description = "Measure instead how much digests and inspectors slow down a traced build.")
  private boolean ofDigests;

  @Option(
      names = "--methods",
      description =
          "Measure instead a score and the operations of each method, also of a mount and of bytes.")
  private boolean ofMethods;

  @Option(names = "--tests", split = ",", description = "With --methods: tests of the suite.")
  private List<String> tests = CallSuite.TESTS;

  @Option(names = "--launcher", description = "The command to measure.")
  private Path launcher = Checkout.launcher();

  @Override
  protected List<Experiment> experiments() throws IOException {
    if (ofDigests) {
      return List.of(new DigestCost(launcher, directory(), rounds).experiment());
    }
    if (ofMethods) {
      return List.of(new MethodScores(launcher, directory(), tests, seconds, rounds).experiment());
    }
    return List.of(
        idleSeconds > 0
            ? new IdleService(launcher, directory(), idleSeconds).experiment()
            : experiment(Tracer.all(launcher, directory())));
  }

  /**
   * Returns the experiment.
   *
   * @param tracers tracers to compare; the first is the baseline
   */
  Experiment experiment(List<Tracer> tracers) throws IOException {
    CallSuite suite = CallSuite.compile(directory(), "gcc");
    Map<String, Double> startSeconds = new HashMap<>();
    for (Tracer tracer : tracers) {
      startSeconds.put(tracer.label(), startSeconds(tracer));
    }
    Experiment capture =
        Experiment.named("capture")
            .setting("seconds", seconds)
            .setting("rounds", rounds)
            .rounds(rounds, 0)
            .table(runs -> slowdowns(tracers, runs));
    for (String test : CallSuite.TESTS) {
      capture.alternating(
          tracers.stream()
              .<Experiment.Run>map(
                  tracer ->
                      round ->
                          run(
                              suite,
                              test,
                              tracer,
                              Objects.requireNonNull(startSeconds.get(tracer.label()))))
              .toList());
    }
    return capture;
  }

  private double startSeconds(Tracer tracer) {
    double least = Double.MAX_VALUE;
    for (int i = 0; i < STARTS; i++) {
      Path scratch = Directories.newIn(directory());
      least = Math.min(least, CallSuite.startSeconds(tracer.prefixIn(scratch)));
      Directories.delete(scratch);
    }
    return least;
  }

  private List<Figures> run(CallSuite suite, String test, Tracer tracer, double startSeconds) {
    Path scratch = Directories.newIn(directory());
    CallSuite.Cost cost = suite.run(test, seconds, tracer.prefixIn(scratch));
    Directories.delete(scratch);
    double cpu = (cost.cpuSeconds() - startSeconds) / cost.loops();
    return Figures.of(TEST, test)
        .and(TRACER, tracer.label())
        .and(RATE, cost.loopsPerSecond())
        .and(CPU, cpu)
        .row();
  }

  /**
   * Returns a row for each test with the slow-down of each tracer. The last row has the geometric
   * means.
   */
  static List<Figures> slowdowns(List<Tracer> tracers, List<Figures> runs) {
    Map<String, Figures> rows = new LinkedHashMap<>();
    Map<String, Figures> bases = new HashMap<>();
    for (Figures median : Medians.rows(runs, TEST, TRACER)) {
      String test = (String) median.value(TEST);
      String label = (String) median.value(TRACER);
      if (label.equals(tracers.get(0).label())) {
        bases.put(test, median);
        rows.put(test, Figures.of(TEST, test).and(label + " loops/s", median.get(RATE)));
      } else {
        Figures base = Objects.requireNonNull(bases.get(test));
        Figures row = Objects.requireNonNull(rows.get(test));
        row.put(label, base.number(RATE) / median.number(RATE));
        row.put(label + " CPU", median.number(CPU) / base.number(CPU));
      }
    }
    List<Figures> table = new ArrayList<>(rows.values());
    List<String> columns = table.get(0).keySet().stream().skip(2).toList();
    table.add(Medians.geometricMeans(TEST, table, columns));
    return table;
  }
}
