// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the cost of a mirrored directory. Runs the same workloads on each subject in turn,
 * several times. Finally queries the recording.
 */
@Command(
    name = "fuse",
    description =
        "Reads and writes of one file, Postmark, untar, grep, git clone and a compilation on a plain directory, other mirrors, ours,"
            + " and ours recording.")
public final class FuseScenario extends Scenario {
  private static final String WORKLOAD = "workload";
  private static final String SYSTEM = "system";
  private static final String WALL = "wall s";
  private static final String CPU = "cpu s";
  private static final int POSTMARK_WARM_UPS = 10;

  @Option(
      names = "--lower",
      description =
          "Parent of the mirrored directories, on a quick file system, so that the cost of serving"
              + " is visible.")
  private Path parent = Path.of("/dev/shm");

  @Option(names = "--systems", split = ",", description = "Names of the systems, by commas.")
  private List<String> systems = FuseSubject.names();

  @Option(names = "--files", description = "Files of Postmark.")
  private int files = 600;

  @Option(names = "--threads", description = "Threads of Postmark.")
  private int threads = 30;

  @Option(names = "--headers", description = "Header files to unpack, search and clone.")
  private int headers = 1_500;

  @Option(names = "--sources", description = "C files to compile.")
  private int sources = 12;

  @Option(
      names = "--warm-up-rounds",
      description = "Unmeasured rounds; Postmark runs ten times in each.")
  private int warmUpRounds = 5;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 5;

  private final List<FileWorkload> workloads = new ArrayList<>();
  private final List<FuseSubject> subjects = new ArrayList<>();

  @Override
  protected void prepare() throws IOException {
    Path lower = Files.createTempDirectory(parent, "colophon-bench").toRealPath();
    owned(() -> Directories.delete(lower));
    workloads.addAll(DataWorkload.all());
    for (int textPercent : new int[] {5, 25}) {
      workloads.add(new Postmark(files, threads, textPercent));
    }
    SourceTree tree = new SourceTree(headers, sources);
    Path input = Files.createDirectories(lower.resolve("input"));
    workloads.addAll(ShellWorkload.all(input, tree));
    for (String system : systems) {
      subjects.add(owned(FuseSubject.start(system, lower, directory())));
    }
    for (FuseSubject subject : subjects) {
      for (FileWorkload workload : workloads) {
        workload.prepare(Files.createDirectory(directory(subject, workload)));
      }
    }
  }

  @Override
  protected List<Experiment> experiments() {
    Experiment fuse =
        Experiment.named("fuse")
            .setting("files", files)
            .setting("threads", threads)
            .setting("headers", headers)
            .setting("sources", sources)
            .setting("warmUpRounds", warmUpRounds)
            .setting("rounds", rounds)
            .setting("lower", parent.toString())
            .rounds(rounds, warmUpRounds)
            .table(FuseScenario::rows);
    for (FileWorkload workload : workloads) {
      fuse.alternating(
          subjects.stream()
              .filter(subject -> workload.runsOn(subject.name()))
              .<Experiment.Run>map(subject -> round -> measure(workload, subject, round))
              .toList());
    }
    return List.of(fuse);
  }

  private static Path directory(FuseSubject subject, FileWorkload workload) {
    return subject.directory().resolve(workload.name().replaceAll("[^a-z0-9]+", "-"));
  }

  private static List<Figures> measure(FileWorkload workload, FuseSubject subject, int round)
      throws Exception {
    Path directory = directory(subject, workload);
    if (round < 0 && workload instanceof Postmark) {
      for (int time = 1; time < POSTMARK_WARM_UPS; time++) {
        // The JVM compiles the code that serves Postmark late.
        workload.run(directory, round * POSTMARK_WARM_UPS + time);
      }
    }
    double before = subject.cpuSeconds();
    FileWorkload.Cost cost = workload.run(directory, round);
    subject.awaitIdle();
    double server = subject.cpuSeconds() - before;
    return Figures.of(WORKLOAD, workload.name())
        .and(SYSTEM, subject.name())
        .and(WALL, cost.wallSeconds())
        .and(CPU, cost.cpuSeconds() + server)
        .and("server cpu s", server)
        .row();
  }

  /**
   * Adds to each run its ratio to the mirror's run of the same round. Returns the medians for each
   * workload and system.
   */
  static List<Figures> rows(List<Figures> runs) {
    Map<List<Object>, Iterator<Figures>> bases = new HashMap<>();
    for (Figures run : runs) {
      List<Object> group = List.of(run.get(WORKLOAD), run.get(SYSTEM));
      Iterator<Figures> base =
          bases.computeIfAbsent(
              group,
              unused ->
                  runs.stream()
                      .filter(each -> each.value(SYSTEM).equals(FuseSubject.MIRROR))
                      .filter(each -> each.value(WORKLOAD).equals(run.get(WORKLOAD)))
                      .iterator());
      if (base.hasNext()) {
        Figures mirror = base.next();
        for (String figure : List.of(WALL, CPU)) {
          double ratio = run.number(figure) / mirror.number(figure);
          run.put(figure.replace(" s", "") + " / " + FuseSubject.MIRROR, ratio);
        }
      }
    }
    return Medians.rows(runs, WORKLOAD, SYSTEM);
  }

  /** Checks that the lineage of the newest program includes each of its sources. */
  @Override
  protected void check() {
    subjects.forEach(FuseSubject::close);
    for (FuseSubject subject : subjects) {
      if (subject.store() != null) {
        check(subject);
      }
    }
  }

  private void check(FuseSubject subject) {
    Path compiled = directory(subject, workloads.get(workloads.size() - 1));
    String program = ShellWorkload.program(compiled).toString();
    List<String> command = FuseSubject.colophon();
    command.addAll(List.of("lineage", program, "--embedded", "--all", "--depth", "100"));
    command.addAll(List.of("--store", Objects.requireNonNull(subject.store()).toString()));
    String answer = Programs.run(command, Map.of());
    for (int i = 0; i < sources; i++) {
      Path source = ShellWorkload.source(compiled, i);
      if (!answer.contains("read " + source)) {
        throw ErrorCode.BAD_INPUT.exception(
            subject.name() + " did not record that " + program + " comes from " + source);
      }
    }
  }
}
