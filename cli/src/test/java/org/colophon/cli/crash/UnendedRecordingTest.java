// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.colophon.core.adapters.AdapterConfig;
import org.colophon.core.host.HostInfo;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.recording.Coverage;
import org.colophon.core.recording.Recorder;
import org.colophon.core.recording.RecordingMark;
import org.colophon.core.recording.UnendedRecording;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests recordings whose kernel died. A copy of an open store has the same state as after {@code
 * kill -9}.
 */
@Timeout(120)
class UnendedRecordingTest {
  private static final String ADAPTER = "memory";

  @TempDir Path temp;

  private long root;
  private long child;
  private long ended;
  private int copies;

  private static Kernel open(Path store) {
    return open(store, ADAPTER);
  }

  private static Kernel open(Path store, String adapter) {
    StorageAdapterFactory factory = new PluginLoader<>(StorageAdapterFactory.class).get(adapter);
    return Kernel.open(
        KernelConfig.builder(store).adapter(new AdapterConfig(ADAPTER, factory, Map.of())).build());
  }

  private static long declare(OperationSink sink, int pid, String program) {
    Bytes identity = Identities.process("host", "boot", pid, pid, 0);
    return sink.process(
        new ProcessDeclaration(identity, pid, Bytes.of(program), List.of(), Bytes.EMPTY, 0), 0);
  }

  /**
   * Reports a command that execve replaced. The new command continues with one of its two children.
   */
  private void reportMake(OperationSink sink) {
    long before = declare(sink, 122, "/bin/sh");
    root = declare(sink, 123, "/usr/bin/make");
    sink.link(LinkKind.EXEC, root, before, 0);
    sink.exit(before, ProcessInfo.REPLACED, 0);
    child = declare(sink, 124, "/usr/bin/cc");
    sink.link(LinkKind.FORK, child, root, 0);
    ended = declare(sink, 125, "/usr/bin/true");
    sink.link(LinkKind.FORK, ended, root, 0);
    sink.exit(ended, 0, 0);
  }

  private static ReporterHandle attach(Kernel kernel, WatchingReporter reporter) {
    ReporterHandle handle = kernel.attach("strace", reporter, SinkOptions.DEFAULT);
    reporter.awaitReported();
    return handle;
  }

  private ReporterHandle attachMake(Kernel kernel) {
    return attach(kernel, new WatchingReporter(true, null, this::reportMake));
  }

  /** Returns a copy of the store, with the state as if this process were killed now. */
  private Path killed(Path store) throws IOException {
    Path copy = temp.resolve("killed" + ++copies);
    try (Stream<Path> files = Files.walk(store)) {
      for (Path file : files.sorted().toList()) {
        Files.copy(file, copy.resolve(store.relativize(file)));
      }
    } catch (NoSuchFileException e) {
      throw new AssertionError("a file of the store disappeared during the copy", e);
    }
    return copy;
  }

  private Path killedAfter(Consumer<Kernel> recording) throws IOException {
    Path store = temp.resolve("store" + copies);
    try (Kernel kernel = open(store)) {
      recording.accept(kernel);
      kernel.drain();
      return killed(store);
    }
  }

  private static List<Gap> gaps(Kernel kernel) {
    kernel.drain();
    return kernel.reader(ADAPTER).gaps();
  }

  private static List<Long> losses(Kernel kernel) {
    assertThat(gaps(kernel)).extracting(Gap::cause).containsOnly(GapCause.LOST_SIGHT);
    return gaps(kernel).stream().map(Gap::process).toList();
  }

  private static List<String> texts(Kernel kernel) {
    return kernel.unendedRecordings().stream().map(each -> each.text(ZoneOffset.UTC)).toList();
  }

  private static List<String> marks(Kernel kernel) {
    return kernel.positions().keySet().stream().filter(RecordingMark::isSource).toList();
  }

  @Test
  void recordsGapForEachProcessThatStillRan() throws IOException {
    Path store = killedAfter(this::attachMake);

    try (Kernel kernel = open(store)) {
      assertThat(losses(kernel)).containsExactlyInAnyOrder(root, child);
      assertThat(texts(kernel))
          .singleElement()
          .asString()
          .contains(
              "recording of make (pid 123, begun ", "operations of its 2 running processes after ");
      assertThat(marks(kernel)).isEmpty();
    }
  }

  @Test
  void leavesNoMarkAndNoGapWhenRecordingEnds() throws IOException {
    Path store = temp.resolve("store");
    try (Kernel kernel = open(store, "rocksdb")) {
      ReporterHandle handle = attachMake(kernel);
      assertThat(marks(kernel)).hasSize(1);
      handle.stop();
      handle.await();
      assertThat(marks(kernel)).isEmpty();
      attachMake(kernel); // closing the kernel ends this one
    }
    try (Kernel kernel = open(store, "rocksdb")) {
      assertThat(kernel.recovery().clean()).isTrue();
      assertThat(gaps(kernel)).isEmpty();
      assertThat(kernel.unendedRecordings()).isEmpty();
    }
  }

  @Test
  void recordsNoGapForProcessesOfOtherRecordings() throws IOException {
    Path store =
        killedAfter(
            kernel -> {
              OperationSink other = kernel.newSink("api", SinkOptions.DEFAULT);
              declare(other, 300, "/bin/before");
              attachMake(kernel);
              declare(other, 301, "/bin/after");
              other.flush();
            });

    try (Kernel kernel = open(store)) {
      assertThat(losses(kernel)).containsExactlyInAnyOrder(root, child);
    }
  }

  @Test
  void reportsNothingWhenAllProcessesHadEnded() throws IOException {
    Path store =
        killedAfter(
            kernel ->
                attach(
                    kernel,
                    new WatchingReporter(
                        true, null, sink -> sink.exit(declare(sink, 5, "/bin/true"), 0, 0))));

    try (Kernel kernel = open(store)) {
      assertThat(gaps(kernel)).isEmpty();
      assertThat(kernel.unendedRecordings()).isEmpty();
      assertThat(marks(kernel)).isEmpty();
    }
  }

  @Test
  void recordsOneGapForAnyProcessWhenReporterWatchesNone() throws IOException {
    Path store =
        killedAfter(kernel -> attach(kernel, new WatchingReporter(false, null, this::reportMake)));

    try (Kernel kernel = open(store)) {
      assertThat(losses(kernel)).containsExactly(0L);
      assertThat(texts(kernel)).singleElement().asString().contains("operations after ");
    }
  }

  @Test
  void recordsNoGapForSourceThatResumes() throws IOException {
    Path store =
        killedAfter(kernel -> attach(kernel, new WatchingReporter(true, "log", this::reportMake)));

    try (Kernel kernel = open(store)) {
      assertThat(gaps(kernel)).isEmpty();
      assertThat(texts(kernel)).singleElement().asString().contains("and it resumes there");
      assertThat(marks(kernel)).isEmpty();
    }
  }

  @Test
  void recordsEachLossOnceWhenKilledTwice() throws IOException {
    Path first = killedAfter(this::attachMake);
    Path second;
    try (Kernel kernel = open(first)) {
      assertThat(losses(kernel)).hasSize(2);
      attach(kernel, new WatchingReporter(true, null, sink -> declare(sink, 400, "/bin/later")));
      kernel.drain();
      second = killed(first);
    }

    try (Kernel kernel = open(second)) {
      assertThat(losses(kernel)).hasSize(3).startsWith(root, child);
      assertThat(texts(kernel)).singleElement().asString().contains("recording of later");
    }
  }

  @Test
  void recordsEachLossOnceWhenKilledDuringRecovery() throws IOException {
    Path first = killedAfter(this::attachMake);
    for (int round = 0; round < 10; round++) {
      Path again;
      try (Kernel kernel = open(first)) {
        again = killed(first); // before, during or after the recording of the loss
        kernel.drain();
      }
      try (Kernel kernel = open(again)) {
        assertThat(losses(kernel)).containsExactlyInAnyOrder(root, child);
      }
      first = killedAfter(this::attachMake);
    }
  }

  @Test
  void recordsLossImmediatelyWhenReporterFails() {
    try (Kernel kernel = open(temp.resolve("store"))) {
      WatchingReporter reporter = new WatchingReporter(true, null, this::reportMake);
      ReporterHandle handle = attach(kernel, reporter);
      reporter.fail();
      handle.await();
      assertThat(losses(kernel)).containsExactlyInAnyOrder(root, child);
      assertThat(marks(kernel)).isEmpty();
    }
  }

  @Test
  void recordsLossOfRemoteRecorderOnceItHasDied() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "1000").start();
    try (Kernel kernel = open(temp.resolve("store"))) {
      OperationSink sink = kernel.newSink("run-strace", SinkOptions.DEFAULT);
      reportMake(sink);
      RecordingMark mark = remoteMark(sleeper, root);
      sink.position(RecordingMark.newSource(), mark.encode());
      sink.flush();

      kernel.findDeadRecorders();
      assertThat(gaps(kernel)).isEmpty();

      sleeper.destroyForcibly().waitFor();
      kernel.findDeadRecorders();
      assertThat(losses(kernel)).containsExactlyInAnyOrder(root, child);
      assertThat(kernel.unendedRecordings())
          .extracting(UnendedRecording::mark)
          .containsExactly(mark);
    } finally {
      sleeper.destroyForcibly();
    }
  }

  private static RecordingMark remoteMark(Process recorder, long root) {
    HostInfo host = HostInfo.ofThisMachine();
    Recorder here = Recorder.ofThisProcess(host.hostId(), host.bootId());
    Recorder there =
        new Recorder(
            here.hostId(),
            here.bootId(),
            here.pidNamespace(),
            recorder.pid(),
            Recorder.startTicks(recorder.pid()));
    return new RecordingMark("strace", Coverage.PROCESSES, root, 1, true, there);
  }
}
