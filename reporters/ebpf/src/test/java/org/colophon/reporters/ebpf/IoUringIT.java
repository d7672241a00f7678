// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.model.GapCause;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.colophon.reporters.replay.ReplayReporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces a program whose accesses are requests of io_uring. */
class IoUringIT {
  @TempDir static Path programs;

  @TempDir private Path directory;
  private final FlowSink sink = new FlowSink();
  private Path place;

  @BeforeAll
  static void buildProgram() throws Exception {
    KernelEvents.assume();
    try (KernelProgram program = EbpfReporter.load(EbpfOptions.DEFAULT)) {
      assumeThat(program.seesRequests()).as("this kernel does not show requests").isTrue();
    }
    assumeThat(Files.isExecutable(Path.of("/usr/bin/gcc"))).as("gcc is not installed").isTrue();
    String output = programs.resolve("uring").toString();
    Process gcc = new ProcessBuilder("gcc", "-o", output, "src/test/c/uring.c").inheritIO().start();
    assertThat(gcc.waitFor()).isZero();
  }

  @BeforeEach
  void writeInput() throws IOException {
    place = directory.toRealPath();
    Files.writeString(place.resolve("a"), "a\n");
    Files.writeString(place.resolve("other"), "other\n");
  }

  private void trace(String words) {
    String script = "cd " + place + " && " + words.replace("uring", programs + "/uring");
    ReplayReporter reporter =
        EbpfReporter.command(List.of("sh", "-c", script), EbpfOptions.DEFAULT);
    reporter.run(sink.context());
    assertThat(reporter.exitStatus()).isZero();
    assertThat(sink.refused).isEmpty();
  }

  private Iterable<String> sources(String name) {
    return sink.sources(place.resolve(name).toString(), place + "/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uring open a read create b write",
        "uring open a readv close create b writev close",
        "uring sqpoll open a read create b write",
        "uring open a read create c write close rename c b",
        "uring mkdir d open a read create d/c write; cat d/c > b",
        "uring open a read create b write & uring open other read create c write; wait",
      })
  void recordsReadsWritesOpensAndRenames(String words) {
    trace(words);
    assertThat(place.resolve("b")).hasContent("a");
    assertThat(sources("b")).contains("a").doesNotContain("other");
    assertThat(sink.gaps).isEmpty();
  }

  @Test
  void recordsUnlink() {
    trace("uring open a read create b write unlink a; cat other > a; cat a > c");
    assertThat(sources("c")).contains("other");
    assertThat(sink.events.get(place + "/a")).contains("unbind");
  }

  @Test
  void countsRequestWithRegisteredFileAsLost() {
    trace("uring open a read create b fixed");
    assertThat(sink.gaps).containsExactly(GapCause.EVENTS_LOST);
  }

  @Test
  void endsRequestsBeforeNextProgram() {
    trace("uring open a read create b write exec b > c");
    assertThat(sources("c")).contains("a");
    assertThat(sink.gaps).isEmpty();
  }
}
