package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.Programs;
import org.colophon.benchmarks.result.Medians;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the cost of a mirrored directory. Runs the same workloads on each subject in turn,
 * several times. Finally queries the recording.
 */
@Command(
    name = "fuse",
    mixinStandardHelpOptions = true,
    description =
        "Postmark, untar, grep, git clone and a compilation on a plain directory, other mirrors, ours,"
            + " and ours recording.")
public final class FuseBenchmark implements Runnable {
  private static final String WORKLOAD = "workload";
  private static final String SYSTEM = "system";
  private static final String WALL = "wall s";
  private static final String CPU = "cpu s";
  private static final int POSTMARK_WARM_UPS = 10;

  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--lower",
      description =
          "Parent of the mirrored directories, on a quick file system, so that the cost of serving"
              + " is visible (default: ${DEFAULT-VALUE}).")
  private Path parent = Path.of("/dev/shm");

  @Option(
      names = "--systems",
      split = ",",
      description = "Names of the systems, by commas (default: all).")
  private List<String> systems = FuseSubjects.names();

  @Option(names = "--files", description = "Files of Postmark (default: ${DEFAULT-VALUE}).")
  private int files = 600;

  @Option(names = "--threads", description = "Threads of Postmark (default: ${DEFAULT-VALUE}).")
  private int threads = 30;

  @Option(
      names = "--headers",
      description = "Header files to unpack, search and clone (default: ${DEFAULT-VALUE}).")
  private int headers = 1_500;

  @Option(names = "--sources", description = "C files to compile (default: ${DEFAULT-VALUE}).")
  private int sources = 12;

  @Option(
      names = "--warm-up-rounds",
      description =
          "Unmeasured rounds; Postmark runs ten times in each (default: ${DEFAULT-VALUE}).")
  private int warmUpRounds = 5;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  private final List<FileWorkload> workloads = new ArrayList<>();
  private final List<FuseSubject> subjects = new ArrayList<>();

  @Override
  public void run() {
    options.inScratchDirectory(
        stores -> BenchmarkOptions.inScratchDirectory(parent, lower -> publish(lower, stores)));
  }

  private void publish(Path lower, Path stores) {
    List<Map<String, Object>> runs = measure(lower, stores);
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("files", files);
    settings.put("threads", threads);
    settings.put("headers", headers);
    settings.put("sources", sources);
    settings.put("warmUpRounds", warmUpRounds);
    settings.put("rounds", rounds);
    settings.put("lower", parent.toString());
    options.publish("fuse", settings, rows(runs), runs);
  }

  /**
   * Prepares, warms up and measures. Returns every measured run.
   *
   * @param lower a directory for the files of the workloads
   * @param stores a directory for the stores of recordings
   */
  List<Map<String, Object>> measure(Path lower, Path stores) {
    try {
      prepare(lower, stores);
      for (int round = 0; round < warmUpRounds; round++) {
        options.progress().accept("warming up, round " + (round + 1) + " of " + warmUpRounds);
        warmUp(round);
      }
      subjects.forEach(FuseSubject::awaitIdle);
      List<Map<String, Object>> runs = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        for (FileWorkload workload : workloads) {
          runs.addAll(measure(workload, round));
        }
      }
      subjects.forEach(FuseSubject::close);
      subjects.stream().filter(each -> each.store != null).forEach(this::check);
      return runs;
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot measure: " + e, e);
    } finally {
      subjects.forEach(FuseSubject::close);
    }
  }

  private void prepare(Path lower, Path stores) throws IOException {
    for (int textPercent : new int[] {5, 25}) {
      workloads.add(new Postmark(files, threads, textPercent));
    }
    SourceTree tree = new SourceTree(headers, sources);
    Path input = Files.createDirectories(lower.resolve("input"));
    workloads.addAll(ShellWorkloads.make(input, tree).all());
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

  /** Runs Postmark several times, because the JVM compiles the code that serves it late. */
  private void warmUp(int round) {
    for (FileWorkload workload : workloads) {
      int times = workload instanceof Postmark ? POSTMARK_WARM_UPS : 1;
      for (FuseSubject subject : subjects) {
        for (int time = 0; time < times; time++) {
          workload.run(directory(subject, workload), round * times + time);
        }
      }
    }
  }

  /**
   * Runs a round. Each round begins with another subject, since the order may affect the result.
   */
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
      options.progress().accept(run.toString());
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

  /**
   * Returns the medians for each workload and system. A ratio is the median of the rounds' ratios.
   */
  static List<Map<String, Object>> rows(List<Map<String, Object>> runs) {
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

  /** Checks that the lineage of the newest program includes each of its sources. */
  private void check(FuseSubject subject) {
    Path compiled = directory(subject, workloads.get(workloads.size() - 1));
    String program = ShellWorkloads.program(compiled).toString();
    List<String> command = FuseSubjects.colophon();
    command.addAll(List.of("lineage", program, "--embedded", "--all", "--depth", "100"));
    command.addAll(List.of("--store", subject.store.toString()));
    String answer = Programs.run(command, Map.of());
    for (int i = 0; i < sources; i++) {
      Path source = ShellWorkloads.source(compiled, i);
      if (!answer.contains("read " + source)) {
        throw ErrorCode.BAD_INPUT.exception(
            subject.name + " did not record that " + program + " comes from " + source);
      }
    }
  }
}
