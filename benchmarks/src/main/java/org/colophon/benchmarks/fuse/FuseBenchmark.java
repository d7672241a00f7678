package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.benchmarks.command.Programs;
import org.colophon.benchmarks.result.Medians;
import org.colophon.core.error.ErrorCode;

/**
 * Runs the same work on each subject in turn, several times, and queries the recording at the end.
 */
public final class FuseBenchmark {
  private static final String WORKLOAD = "workload";
  private static final String SYSTEM = "system";
  private static final String WALL = "wall s";
  private static final String CPU = "cpu s";

  private final Consumer<String> progress;
  private final List<FileWorkload> workloads = new ArrayList<>();
  private final List<FuseSubject> subjects = new ArrayList<>();

  /**
   * Prepares a benchmark without starting anything.
   *
   * @param progress receives a line for every run
   */
  public FuseBenchmark(Consumer<String> progress) {
    this.progress = progress;
  }

  /**
   * Size of the work.
   *
   * @param files of Postmark.
   * @param threads of Postmark.
   * @param headers of the tree that is unpacked, searched and cloned.
   * @param sources that are compiled.
   * @param warmUpRounds not measured.
   * @param isPostmarkAlone whether only Postmark is run.
   */
  public record Size(
      int files,
      int threads,
      int headers,
      int sources,
      int warmUpRounds,
      int rounds,
      boolean isPostmarkAlone) {}

  /** The names that {@link #run} takes. */
  public static List<String> systems() {
    return FuseSubjects.names();
  }

  /**
   * Returns the names of the mirror and of its variants, each with one kernel feature or option
   * changed.
   */
  public static List<String> choices() {
    return FuseSubjects.choiceNames();
  }

  /**
   * Prepares, warms up and measures; returns every measured run.
   *
   * @param lower a directory for the files of the workloads
   * @param stores a directory for the stores of recordings
   * @param systems names of the systems to compare
   */
  public List<Map<String, Object>> run(Size size, Path lower, Path stores, List<String> systems) {
    try {
      prepare(size, lower, stores, systems);
      for (int round = 0; round < size.warmUpRounds(); round++) {
        progress.accept("warming up, round " + (round + 1) + " of " + size.warmUpRounds());
        warmUp(round);
      }
      subjects.forEach(FuseSubject::awaitIdle);
      List<Map<String, Object>> runs = new ArrayList<>();
      for (int round = 0; round < size.rounds(); round++) {
        for (FileWorkload workload : workloads) {
          runs.addAll(measure(workload, round));
        }
      }
      subjects.forEach(FuseSubject::close);
      if (!size.isPostmarkAlone()) {
        subjects.stream().filter(each -> each.store != null).forEach(each -> check(each, size));
      }
      return runs;
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot measure: " + e, e);
    } finally {
      subjects.forEach(FuseSubject::close);
    }
  }

  private void prepare(Size size, Path lower, Path stores, List<String> systems)
      throws IOException {
    for (int textPercent : new int[] {5, 25}) {
      workloads.add(new Postmark(size.files(), size.threads(), textPercent));
    }
    if (!size.isPostmarkAlone()) {
      SourceTree tree = new SourceTree(size.headers(), size.sources());
      Path input = Files.createDirectories(lower.resolve("input"));
      workloads.addAll(ShellWorkloads.make(input, tree).all());
    }
    FuseSubjects known = new FuseSubjects(lower, stores);
    for (String system : systems) {
      subjects.add(known.start(system));
    }
    for (FuseSubject subject : subjects) {
      for (FileWorkload workload : workloads) {
        workload.prepare(Files.createDirectory(directory(subject, workload)));
      }
    }
  }

  private static Path directory(FuseSubject subject, FileWorkload workload) {
    return subject.directory.resolve(workload.name().replaceAll("[^a-z0-9]+", "-"));
  }

  private void warmUp(int round) {
    for (FileWorkload workload : workloads) {
      for (FuseSubject subject : subjects) {
        workload.run(directory(subject, workload), round);
      }
    }
  }

  /** Runs one round. Each begins with another subject, since the order may matter. */
  private List<Map<String, Object>> measure(FileWorkload workload, int round) {
    List<FuseSubject> turns = new ArrayList<>(subjects);
    Collections.rotate(turns, -round);
    Map<String, Map<String, Object>> runs = new LinkedHashMap<>();
    subjects.forEach(each -> runs.put(each.name, new LinkedHashMap<>()));
    for (FuseSubject subject : turns) {
      double before = subject.cpuSeconds();
      Cost cost = workload.run(directory(subject, workload), round);
      subject.awaitIdle();
      Map<String, Object> run = runs.get(subject.name);
      put(run, workload.name(), subject.name, cost, subject.cpuSeconds() - before);
      progress.accept(run.toString());
    }
    Map<String, Object> base = runs.get(FuseSubjects.MIRROR);
    if (base != null) {
      runs.values().forEach(run -> compare(run, base));
    }
    return new ArrayList<>(runs.values());
  }

  private static void put(
      Map<String, Object> run, String workload, String system, Cost cost, double serverSeconds) {
    run.put(WORKLOAD, workload);
    run.put(SYSTEM, system);
    run.put(WALL, cost.wallSeconds());
    run.put(CPU, cost.cpuSeconds() + serverSeconds);
    run.put("server cpu s", serverSeconds);
  }

  private static void compare(Map<String, Object> run, Map<String, Object> base) {
    for (String figure : List.of(WALL, CPU)) {
      double ratio =
          ((Number) run.get(figure)).doubleValue() / ((Number) base.get(figure)).doubleValue();
      run.put(figure.replace(" s", "") + " / " + FuseSubjects.MIRROR, ratio);
    }
  }

  /** Returns the medians for each workload and system. A ratio is the median over the rounds. */
  public static List<Map<String, Object>> rows(List<Map<String, Object>> runs) {
    return runs.stream()
        .map(run -> run.get(WORKLOAD))
        .distinct()
        .flatMap(
            workload ->
                Medians.rows(
                    runs.stream().filter(run -> run.get(WORKLOAD).equals(workload)).toList(),
                    SYSTEM)
                    .stream())
        .toList();
  }

  /** Checks that the newest program's lineage has each of its sources. */
  private void check(FuseSubject subject, Size size) {
    Path compiled = directory(subject, workloads.get(workloads.size() - 1));
    String program = ShellWorkloads.program(compiled).toString();
    List<String> command = FuseSubjects.colophon();
    command.addAll(List.of("lineage", program, "--embedded", "--all", "--depth", "100"));
    command.addAll(List.of("--store", subject.store.toString()));
    String answer = Programs.run(command, Map.of());
    for (int i = 0; i < size.sources(); i++) {
      Path source = ShellWorkloads.source(compiled, i);
      if (!answer.contains("read " + source)) {
        throw ErrorCode.BAD_INPUT.exception(
            subject.name + " did not record that " + program + " comes from " + source);
      }
    }
  }
}
