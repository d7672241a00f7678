package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.BenchmarkOptions;
import org.colophon.benchmarks.result.Medians;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The same work on each subject in turn, several times. */
public final class FuseBenchmark {
  private static final String WHAT = "what";
  private static final int[] TEXT_PERCENTS = {5, 25};

  private final BenchmarkOptions options;
  private final Path folder;

  public FuseBenchmark(BenchmarkOptions options, Path folder) {
    this.options = options;
    this.folder = folder;
  }

  /** Runs everything and publishes the medians. */
  public void run(Postmark.Shape shape, int warmUpRounds, int rounds) {
    List<Subject> subjects = new ArrayList<>();
    try {
      start(subjects);
      for (int round = 0; round < warmUpRounds; round++) {
        measure(subjects, shape, TEXT_PERCENTS[round % TEXT_PERCENTS.length], round);
      }
      List<Map<String, Object>> runs = new ArrayList<>();
      for (int textPercent : TEXT_PERCENTS) {
        for (int round = 0; round < rounds; round++) {
          runs.addAll(measure(subjects, shape, textPercent, round));
        }
      }
      Map<String, Object> settings =
          Map.of("files", shape.files(), "threads", shape.threads(), "rounds", rounds);
      options.publish("fuse", settings, Medians.rows(runs, WHAT), runs);
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot measure: " + e, e);
    } finally {
      subjects.forEach(Subject::close);
    }
  }

  private void start(List<Subject> subjects) throws IOException {
    Path parent = folder.toRealPath();
    subjects.add(Subject.plain(parent));
    subjects.add(Subject.bindfs(parent));
    subjects.add(Subject.colophon("mirror", parent, "--no-record"));
    for (String ordering : List.of("async", "ordered", "strict")) {
      subjects.add(Subject.colophon(ordering, parent, "--ordering", ordering));
    }
    subjects.add(Subject.colophon("ordered-text", parent, "--inspectors", "text"));
  }

  private List<Map<String, Object>> measure(
      List<Subject> subjects, Postmark.Shape shape, int textPercent, long seed) throws IOException {
    List<Map<String, Object>> runs = new ArrayList<>();
    for (Subject subject : subjects) {
      double before = subject.cpuSeconds();
      Postmark.Cost cost = new Postmark(subject.folder, shape, textPercent, seed).run();
      runs.add(run(subject.name, textPercent, cost, subject.cpuSeconds() - before));
    }
    return runs;
  }

  private Map<String, Object> run(
      String name, int textPercent, Postmark.Cost cost, double serverSeconds) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put(WHAT, name + ", " + textPercent + " % text");
    run.put("wall s", cost.wallSeconds());
    run.put("cpu s", cost.cpuSeconds() + serverSeconds);
    run.put("client cpu s", cost.cpuSeconds());
    run.put("server cpu s", serverSeconds);
    options.progress().accept(run.toString());
    return run;
  }
}
