// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.benchmarks.fuse.FuseSubject;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;

/**
 * Runs the suite with each method of capture: system calls, a mount, and bytes. Each method gets a
 * score, as UnixBench computes its index: the geometric mean of all rates, relative to the rates
 * without capture. The paper of IPAW 2016 compares methods in the same manner.
 */
record MethodScores(Path launcher, Path directory, List<String> tests, double seconds, int rounds) {
  static final String METHOD = "method";
  static final String TEST = "test";
  static final String RATE = "loops/s";
  static final String OPERATIONS = "operations";

  /** The method without capture, whose score is 1. */
  static final String NONE = "none";

  private static final String MOUNT = "mount";
  private static final String STORE = "store";

  /** Mount that does not wait for the disk. */
  private static final String SYSTEM = "async";

  private static final String OPERATIONS_PER_LOOP = "operations/loop";

  Experiment experiment() throws IOException {
    CallSuite suite = CallSuite.compile(Files.createDirectory(directory.resolve("methods")), "gcc");
    List<Tracer> tracers =
        List.of(
            new Tracer(NONE, List.of()),
            Tracer.colophon(launcher, "strace"),
            Tracer.colophon(launcher, "ebpf"),
            Tracer.colophon(launcher, "ebpf", "--bytes"));
    Experiment methods =
        Experiment.named("capture-methods")
            .setting("seconds", seconds)
            .setting("rounds", rounds)
            .rounds(rounds, 0)
            .table(MethodScores::scores);
    for (String test : tests) {
      List<Experiment.Run> runs =
          new ArrayList<>(
              tracers.stream()
                  .<Experiment.Run>map(tracer -> round -> traced(suite, test, tracer))
                  .toList());
      runs.add(round -> mounted(suite, test));
      methods.alternating(runs);
    }
    return methods;
  }

  private List<Figures> traced(CallSuite suite, String test, Tracer tracer) {
    Path scratch = Directories.newIn(directory);
    CallSuite.Cost cost = suite.run(test, seconds, tracer.prefixIn(scratch));
    boolean isRecorded = !tracer.label().equals(NONE);
    long operations = isRecorded ? operations(scratch.resolve(STORE)) : 0;
    Directories.delete(scratch);
    return row(tracer.label(), test, cost, operations, cost.loops());
  }

  /** Runs a test below a mount, after an unmeasured run in which the JVM compiles. */
  private List<Figures> mounted(CallSuite suite, String test) throws IOException {
    Path scratch = Directories.newIn(directory);
    try {
      suite.copyTo(Files.createDirectories(FuseSubject.source(SYSTEM, scratch)));
      CallSuite.Cost first;
      CallSuite.Cost second;
      Path store;
      try (FuseSubject mount = FuseSubject.start(SYSTEM, scratch, scratch.resolve(STORE))) {
        CallSuite below = CallSuite.in(mount.directory());
        first = below.run(test, seconds, List.of());
        second = below.run(test, seconds, List.of());
        store = Objects.requireNonNull(mount.store());
      }
      return row(MOUNT, test, second, operations(store), first.loops() + second.loops());
    } finally {
      Directories.delete(scratch);
    }
  }

  private static List<Figures> row(
      String method, String test, CallSuite.Cost cost, long operations, double loops) {
    return Figures.of(METHOD, method)
        .and(TEST, test)
        .and(RATE, cost.loopsPerSecond())
        .and(OPERATIONS, operations)
        .and(OPERATIONS_PER_LOOP, operations / loops)
        .row();
  }

  /**
   * Returns the number of operations in a store, including suppressed ones.
   *
   * @throws org.colophon.core.error.ColophonException BAD_INPUT if there are none
   */
  static long operations(Path store) {
    Path adapter = StoreDirectory.adapterIn(store, Kernels.ROCKSDB);
    try (LineageReader reader =
        new PluginLoader<>(StorageAdapterFactory.class)
            .get(Kernels.ROCKSDB)
            .openReader(StorageConfig.at(adapter))) {
      long operations = reader.statistics().operations();
      if (operations == 0) {
        throw ErrorCode.BAD_INPUT.exception("nothing was recorded in " + store);
      }
      return operations;
    }
  }

  /** Returns a row for each method: its score, its operations, and the slow-down of each test. */
  static List<Figures> scores(List<Figures> runs) {
    Map<Object, Double> bases = new LinkedHashMap<>();
    Map<Object, Figures> rows = new LinkedHashMap<>();
    List<Figures> medians = Medians.rows(runs, METHOD, TEST);
    medians.stream()
        .filter(each -> each.value(METHOD).equals(NONE))
        .forEach(each -> bases.put(each.value(TEST), each.number(RATE)));
    for (Figures median : medians) {
      Figures row =
          rows.computeIfAbsent(
              median.value(METHOD),
              method -> Figures.of(METHOD, method).and("score", 0.0).and(OPERATIONS, 0.0));
      double base = Objects.requireNonNull(bases.get(median.value(TEST)));
      row.put(OPERATIONS, row.number(OPERATIONS) + median.number(OPERATIONS));
      row.put((String) median.value(TEST), base / median.number(RATE));
    }
    for (Figures row : rows.values()) {
      double[] slowdowns = bases.keySet().stream().mapToDouble(t -> row.number("" + t)).toArray();
      row.put("score", 1 / Medians.geometricMean(slowdowns));
    }
    return List.copyOf(rows.values());
  }
}
