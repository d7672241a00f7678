// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.prune;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Runs of a study, one a second. A run has two programs with a file between them, which the second
 * one removes. Every fifth run succeeds: its result belongs to one of ten series, and later runs of
 * the series read it. The other results are removed. One thread.
 */
final class StudyRuns {
  static final long EPOCH_NANOS = 1_790_000_000_000_000_000L;
  static final long NANOS_PER_RUN = 1_000_000_000;

  /** Glob of the results of one of ten series. */
  static final String ONE_SERIES = "/study/s3/**";

  private static final int SERIES = 10;
  private static final int RUNS_PER_RESULT = 5;
  private static final int INPUTS = 100;
  private static final long BYTES = 4096;

  private final OperationSink sink;
  private final List<Long> results = new ArrayList<>();
  private int runs;
  private long timeNanos = EPOCH_NANOS;

  StudyRuns(OperationSink sink) {
    this.sink = sink;
  }

  /** Adds runs, and flushes the sink. */
  void run(int count) {
    for (int i = 0; i < count; i++) {
      timeNanos += NANOS_PER_RUN;
      runOne(runs++);
    }
    sink.flush();
  }

  private void runOne(int run) {
    int generation = run / RUNS_PER_RESULT;
    boolean isKept = run % RUNS_PER_RESULT == 0;
    Bytes between = Bytes.of("/tmp/" + run);
    long prepare = process(run, "/usr/bin/prepare");
    access(OperationKind.READ, prepare, object(Bytes.of("/study/input/" + run % INPUTS)));
    access(OperationKind.WRITE, prepare, object(between));
    sink.exit(prepare, 0, timeNanos);
    long model = process(run, "/usr/bin/model");
    access(OperationKind.READ, model, object(between));
    if (generation >= SERIES) {
      access(OperationKind.READ, model, results.get(generation - SERIES));
    }
    Bytes name = Bytes.of("/study/s%d/%d".formatted(generation % SERIES, run));
    long result = object(name);
    access(OperationKind.WRITE, model, result);
    sink.unbind(model, between, timeNanos);
    if (isKept) {
      results.add(result);
    } else {
      sink.unbind(model, name, timeNanos);
    }
    sink.exit(model, 0, timeNanos);
  }

  private long process(int run, String program) {
    return sink.process(ProcessDeclaration.of(run + 1, Bytes.of(program), timeNanos), timeNanos);
  }

  private long object(Bytes name) {
    return sink.objectAt(name, ObjectKind.FILE, timeNanos);
  }

  private void access(OperationKind kind, long process, long object) {
    sink.access(kind, Phase.WHOLE, process, object, BYTES, timeNanos);
  }

  long timeNanos() {
    return timeNanos;
  }

  /** Returns the results that exist now, the oldest first. */
  List<Long> results() {
    return List.copyOf(results);
  }

  /** Returns the results of the series that {@link #ONE_SERIES} names. */
  List<Long> resultsOfSeries() {
    List<Long> found = new ArrayList<>();
    for (int generation = 3; generation < results.size(); generation += SERIES) {
      found.add(results.get(generation));
    }
    return found;
  }
}
