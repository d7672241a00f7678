// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.core.error.ErrorCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures what each kind of operation on files costs: its time, the processor time and the system
 * calls of the server, and how often the server and the caller wait for each other. A server that
 * is asleep has to be woken, so each wait is a wake-up.
 */
@Command(
    name = "fuse-requests",
    description = {
      "The profile of each kind of request to a mirror: time, system calls of the server,",
      "and wake-ups."
    })
public final class RequestScenario extends Scenario {
  private static final String REQUEST = "operation";
  private static final String SYSTEM = "system";
  private static final Pattern TOTAL =
      Pattern.compile("(?m)^100\\.00 +\\S+ +\\S+ +(\\d+) .*total$");

  @Option(names = "--lower", description = "Parent of the mirrored directories.")
  private Path parent = Path.of("/dev/shm");

  @Option(names = "--systems", split = ",", description = "Names of the systems, by commas.")
  private List<String> systems = List.of("native", "bindfs", FuseSubject.MIRROR, "async");

  @Option(names = "--operations", description = "Operations of each kind in a round.")
  private int operations = 2_000;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 5;

  private final List<FuseSubject> subjects = new ArrayList<>();

  @Override
  protected void prepare() throws IOException {
    Path lower = Files.createTempDirectory(parent, "colophon-bench").toRealPath();
    owned(() -> Directories.delete(lower));
    for (String system : systems) {
      subjects.add(owned(FuseSubject.start(system, lower, directory())));
    }
  }

  @Override
  protected List<Experiment> experiments() {
    Experiment experiment =
        Experiment.named("fuse-requests")
            .setting("operations", operations)
            .setting("rounds", rounds)
            .setting("lower", parent.toString())
            .rounds(rounds, 2)
            .medians(REQUEST, SYSTEM);
    for (FileRequest request : FileRequest.all()) {
      experiment.alternating(
          subjects.stream()
              .<Experiment.Run>map(subject -> round -> measure(request, subject))
              .toList());
    }
    return List.of(experiment);
  }

  private List<Figures> measure(FileRequest request, FuseSubject subject) throws Exception {
    Figures row = Figures.of(REQUEST, request.title()).and(SYSTEM, subject.name());
    try (FileCalls calls = prepare(request, subject)) {
      subject.awaitIdle();
      double cpu = subject.cpuSeconds();
      long waits = waits(subject);
      long begin = System.nanoTime();
      repeat(request, calls);
      double micros = (System.nanoTime() - begin) / 1e3;
      row.put("us/operation", micros / operations);
      subject.awaitIdle();
      row.put("server cpu us/operation", (subject.cpuSeconds() - cpu) * 1e6 / operations);
      row.put("wake-ups/operation", (double) (waits(subject) - waits) / operations);
    }
    if (subject.server() != null) {
      row.put("server calls/operation", (double) systemCalls(request, subject) / operations);
    }
    return row.row();
  }

  private FileCalls prepare(FileRequest request, FuseSubject subject) throws IOException {
    Path directory = subject.directory().resolve("requests");
    if (Files.exists(directory)) {
      Directories.delete(directory); // the server has a descriptor of each file that exists
    }
    FileCalls calls = new FileCalls(Files.createDirectory(directory), operations);
    request.prepare().accept(calls);
    return calls;
  }

  private void repeat(FileRequest request, FileCalls calls) {
    for (int i = 0; i < operations; i++) {
      request.repeat().accept(calls, i);
    }
  }

  /** Returns how often this thread and the threads of the server have waited. */
  private static long waits(FuseSubject subject) throws IOException {
    long own = Programs.waits(Path.of("/proc/thread-self"));
    return subject.server() == null ? own : own + Programs.waits(subject.server());
  }

  /** Counts the system calls of the server by strace, which makes them slow. */
  private long systemCalls(FileRequest request, FuseSubject subject) throws Exception {
    Path counts = directory().resolve("strace");
    String pid = Long.toString(Objects.requireNonNull(subject.server()).pid());
    try (FileCalls calls = prepare(request, subject)) {
      subject.awaitIdle();
      Process strace =
          new ProcessBuilder("strace", "-f", "-c", "-o", counts.toString(), "-p", pid)
              .redirectErrorStream(true)
              .start();
      strace.inputReader().readLine(); // it is attached
      repeat(request, calls);
      strace.destroy();
      strace.waitFor();
    }
    Matcher total = TOTAL.matcher(Files.readString(counts));
    if (!total.find()) {
      throw ErrorCode.IO_FAILED.exception("strace counted nothing: " + Files.readString(counts));
    }
    return Long.parseLong(total.group(1));
  }
}
