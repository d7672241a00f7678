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
import org.colophon.benchmarks.capture.Command;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.threads.ThreadTimes;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * The same work on each subject in turn, several times. What was recorded is asked for at the end.
 */
public final class FuseBenchmark {
  private static final String WORKLOAD = "workload";
  private static final String SYSTEM = "system";
  private static final String WALL = "wall s";
  private static final String CPU = "cpu s";

  private final Consumer<String> progress;
  private final List<Workload> workloads = new ArrayList<>();
  private final List<Subject> subjects = new ArrayList<>();
  private final ThreadRows threads = new ThreadRows();

  /**
   * Nothing is started yet.
   *
   * @param progress told of every run
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
    return Subjects.names();
  }

  /** Our mirror, and what it is with each other choice of what the kernel may do. */
  public static List<String> choices() {
    return Subjects.choiceNames();
  }

  /**
   * Does everything; answers every measured run.
   *
   * @param lower a directory for what is worked on
   * @param stores a directory for what is recorded
   * @param systems which to compare
   */
  public List<Map<String, Object>> run(Size size, Path lower, Path stores, List<String> systems) {
    try {
      prepare(size, lower, stores, systems);
      for (int round = 0; round < size.warmUpRounds(); round++) {
        progress.accept("warming up, round " + (round + 1) + " of " + size.warmUpRounds());
        warmUp(round);
      }
      subjects.forEach(Subject::awaitIdle);
      List<Map<String, Object>> runs = new ArrayList<>();
      for (int round = 0; round < size.rounds(); round++) {
        for (Workload workload : workloads) {
          runs.addAll(measure(workload, round));
        }
      }
      subjects.forEach(Subject::close);
      if (!size.isPostmarkAlone()) {
        subjects.stream().filter(each -> each.store != null).forEach(each -> check(each, size));
      }
      return runs;
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot measure: " + e, e);
    } finally {
      subjects.forEach(Subject::close);
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
    Subjects known = new Subjects(lower, stores);
    for (String system : systems) {
      subjects.add(known.start(system));
    }
    for (Subject subject : subjects) {
      for (Workload workload : workloads) {
        workload.prepare(Files.createDirectory(directory(subject, workload)));
      }
    }
  }

  private static Path directory(Subject subject, Workload workload) {
    return subject.directory.resolve(workload.name().replaceAll("[^a-z0-9]+", "-"));
  }

  private void warmUp(int round) {
    for (Workload workload : workloads) {
      for (Subject subject : subjects) {
        workload.run(directory(subject, workload), round);
      }
    }
  }

  /** One round: each begins with another subject, since who comes after whom may matter. */
  private List<Map<String, Object>> measure(Workload workload, int round) {
    List<Subject> turns = new ArrayList<>(subjects);
    Collections.rotate(turns, -round);
    Map<String, Map<String, Object>> runs = new LinkedHashMap<>();
    subjects.forEach(each -> runs.put(each.name, new LinkedHashMap<>()));
    for (Subject subject : turns) {
      ThreadTimes before = subject.threads();
      Cost cost = workload.run(directory(subject, workload), round);
      subject.awaitIdle();
      ThreadTimes server = subject.threads().since(before);
      Map<String, Object> run = runs.get(subject.name);
      put(run, workload.name(), subject.name, cost, server.all().seconds());
      threads.add(workload.name(), subject.name, server, cost.cpuSeconds());
      progress.accept(run.toString());
    }
    Map<String, Object> base = runs.get(Subjects.MIRROR);
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
      run.put(figure.replace(" s", "") + " / " + Subjects.MIRROR, ratio);
    }
  }

  /** The medians: a row for each workload and system. Ratios are medians of each round's. */
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

  /**
   * Returns the milliseconds of each thread of each server and of the client: means of all measured
   * rounds. After {@link #run}.
   */
  public List<Map<String, Object>> threadRows() {
    return threads.rows(subjects.stream().map(each -> each.name).toList());
  }

  /** Checks that the newest program's lineage has each of its sources. */
  private void check(Subject subject, Size size) {
    Path compiled = directory(subject, workloads.get(workloads.size() - 1));
    String program = ShellWorkloads.program(compiled).toString();
    List<String> command = Subjects.colophon();
    command.addAll(List.of("lineage", program, "--embedded", "--all", "--depth", "100"));
    command.addAll(List.of("--store", subject.store.toString()));
    String answer = Command.run(command, Map.of());
    for (int i = 0; i < size.sources(); i++) {
      Path source = ShellWorkloads.source(compiled, i);
      if (!answer.contains("read " + source)) {
        throw new ColophonException(
            ErrorCode.BAD_INPUT,
            subject.name + " did not record that " + program + " comes from " + source);
      }
    }
  }
}
