// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.colophon.reporters.replay.ReplayReporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces processes that already run. */
class RunningTraceIT {
  @TempDir Path directory;

  private FlowSink sink;
  private Path place;

  @BeforeAll
  static void requireKernelEvents() {
    KernelEvents.assume();
  }

  @BeforeEach
  void writeInput() throws IOException {
    place = directory.toRealPath();
    sink = new FlowSink(place.toString()); // the host may have thousands of other open files
    Files.writeString(place.resolve("a"), "a\n");
  }

  private static KernelProgram load() {
    return EbpfReporter.load(EbpfOptions.DEFAULT);
  }

  private CompletableFuture<Void> run(RunningTrace trace) {
    return CompletableFuture.runAsync(() -> new ReplayReporter(trace).run(sink.context()));
  }

  private void type(OutputStream shell, String line) throws IOException {
    shell.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    shell.flush();
  }

  @Test
  void recordsRunningProcessAndItsChildrenUntilItEnds() throws Exception {
    KernelProgram program = load();
    Process shell = new ProcessBuilder("sh").directory(place.toFile()).start();
    CompletableFuture<Void> run =
        run(RunningTrace.ofProcess(shell.pid(), EbpfOptions.DEFAULT, () -> program));
    while (!run.isDone() && program.living() == 0) {
      type(shell.getOutputStream(), ":");
    }
    type(shell.getOutputStream(), "cat a > b; exit");
    run.get(1, TimeUnit.MINUTES);
    assertThat(sink.sources(place.resolve("b").toString(), place + "/")).containsExactly("a");
    assertThat(sink.refused).isEmpty();
  }

  @Test
  void recordsAllOtherProcessesOfHostUntilItIsStopped() throws Exception {
    KernelProgram program = load();
    RunningTrace trace = RunningTrace.ofHost(EbpfOptions.DEFAULT, () -> program);
    CompletableFuture<Void> run = run(trace);
    while (!run.isDone() && program.living() == 0) {
      new ProcessBuilder("true").start().waitFor();
    }
    shell(copyTo("b"));
    Files.copy(place.resolve("b"), place.resolve("own"));
    trace.stop();
    run.get(1, TimeUnit.MINUTES);
    assertThat(sink.sources(place.resolve("b").toString(), place + "/")).containsExactly("a");
    assertThat(sink.sources(place.resolve("own").toString(), place + "/")).isEmpty();
    assertThat(trace.counts().consumed() + trace.counts().lost())
        .isEqualTo(trace.counts().emitted());
  }

  @Test
  void recordsProcessesOfControlGroupOnly() throws Exception {
    Path hierarchy =
        Stream.of("/sys/fs/cgroup", "/sys/fs/cgroup/unified")
            .map(Path::of)
            .filter(path -> Files.isWritable(path.resolve("cgroup.procs")))
            .filter(path -> Files.exists(path.resolve("cgroup.controllers")))
            .findFirst()
            .orElse(null);
    assumeThat(hierarchy).as("kernel events are not available here: no cgroup 2").isNotNull();
    Path group = Files.createTempDirectory(hierarchy, "colophon-test-");
    try {
      KernelProgram program = load();
      long id = ((Number) Files.getAttribute(group, "unix:ino")).longValue();
      RunningTrace trace = RunningTrace.ofCgroup(group, id, EbpfOptions.DEFAULT, () -> program);
      CompletableFuture<Void> run = run(trace);
      String enter = "echo $$ > " + group + "/cgroup.procs; ";
      while (!run.isDone() && program.counter(KernelProgram.EMITTED) == 0) {
        shell(enter + "read x < a");
      }
      shell(enter + copyTo("b"));
      shell(copyTo("c"));
      trace.stop();
      run.get(1, TimeUnit.MINUTES);
    } finally {
      Files.delete(group);
    }
    assertThat(sink.sources(place.resolve("b").toString(), place + "/")).containsExactly("a");
    assertThat(sink.sources(place.resolve("c").toString(), place + "/")).isEmpty();
  }

  /**
   * Copies a file by absolute paths. If a process began before the trace, its working directory is
   * known only while it lives.
   */
  private String copyTo(String target) {
    return "cat " + place.resolve("a") + " > " + place.resolve(target);
  }

  private void shell(String script) throws Exception {
    Process shell = new ProcessBuilder("sh", "-c", script).directory(place.toFile()).start();
    assertThat(shell.waitFor()).isZero();
  }

  @Test
  void rejectsDirectoryThatIsNotControlGroup() {
    ColophonException failure =
        catchThrowableOfType(
            ColophonException.class, () -> EbpfReporter.cgroup(place, EbpfOptions.DEFAULT));
    assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void rejectsUnknownProcess() {
    ColophonException failure =
        catchThrowableOfType(
            ColophonException.class, () -> EbpfReporter.process(1 << 22, EbpfOptions.DEFAULT));
    assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND);
  }
}
