// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.replay.call.ReplaySettings;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the counts of records with too small ring buffers. */
class LossCountIT {
  private static final List<String> MANY_CALLS =
      List.of("dd", "if=/dev/zero", "of=/dev/null", "bs=1", "count=200000", "status=none");

  @BeforeAll
  static void requireKernelEvents() {
    KernelEvents.assume();
  }

  private static TraceCounts run(
      List<String> command, int ringBytes, boolean isLossy, FlowSink sink) {
    EbpfOptions options = EbpfOptions.DEFAULT.withRing(ringBytes).lossy(isLossy).folding(false);
    CommandTrace trace = new CommandTrace(command, options, () -> EbpfReporter.load(options));
    new ReplayReporter(trace).run(sink.context());
    assertThat(trace.exitStatus()).isZero();
    return trace.counts();
  }

  @Test
  void losesNothingWithSmallBufferIfCommandWaits() {
    FlowSink sink = new FlowSink();
    TraceCounts counts = run(MANY_CALLS, 1 << 16, false, sink);
    assertThat(counts.lost()).isZero();
    assertThat(counts.consumed()).isEqualTo(counts.emitted()).isGreaterThan(400_000);
    assertThat(sink.gaps).isEmpty();
  }

  @Test
  void countsEveryLostRecordWithSmallBuffer() {
    FlowSink sink = new FlowSink();
    TraceCounts counts = run(MANY_CALLS, 4096, true, sink);
    assertThat(counts.lost()).isPositive();
    assertThat(counts.consumed() + counts.lost()).isEqualTo(counts.emitted());
    assertThat(sink.lost).isEqualTo(counts.lost());
  }

  @Test
  void countsRepeatedAccessesInKernelWithTheirBytes(@TempDir Path directory) throws IOException {
    Path from = Files.write(directory.resolve("from"), new byte[200_000]);
    List<String> copy =
        List.of("dd", "if=" + from, "of=" + directory.resolve("to"), "bs=1", "status=none");
    FlowSink sink = new FlowSink();
    EbpfOptions options = EbpfOptions.DEFAULT;
    CommandTrace trace = new CommandTrace(copy, options, () -> EbpfReporter.load(options));
    new ReplayReporter(trace).run(sink.context());
    TraceCounts counts = trace.counts();
    assertThat(counts.lost()).isZero();
    assertThat(counts.consumed()).isEqualTo(counts.emitted()).isLessThan(200_000);
    assertThat(sink.repeated).isBetween(300_000L, 400_000L);
    assertThat(sink.repeatedBytes).isBetween(sink.repeated - 1, sink.repeated); // one read is empty
    assertThat(sink.refused).isEmpty();
  }

  @Test
  void keepsAccountsExactInManyRunsOfConcurrentWriters() {
    List<String> command =
        List.of(
            "sh",
            "-c",
            "for i in 1 2 3; do dd if=/dev/zero of=/dev/null bs=1 count=999 & done; wait");
    long lost = 0;
    for (int i = 0; i < Effort.times(6); i++) {
      FlowSink sink = new FlowSink();
      TraceCounts counts = run(command, 4096, true, sink);
      assertThat(counts.consumed() + counts.lost()).isEqualTo(counts.emitted());
      assertThat(sink.lost).isEqualTo(counts.lost());
      lost += counts.lost();
    }
    assertThat(lost).isPositive();
  }

  @Test
  void recordsNoVariablesOfJoinedPartsIfPartIsLost() {
    String script =
        "for i in 1 2 3 4 5 6 7 8 9; do export V$i=$(printf 'W%.0s' $(seq 3800))=; done;"
            + " for i in $(seq 50); do /bin/true; done";
    EbpfOptions options =
        EbpfOptions.DEFAULT
            .withRing(1 << 15)
            .lossy(true)
            .recordingVariables(WantedVariables.of(List.of("*")));
    FlowSink sink = new FlowSink();
    List<String> command = List.of("env", "-i", "/bin/sh", "-c", script);
    new ReplayReporter(new CommandTrace(command, options, () -> EbpfReporter.load(options)))
        .run(sink.context());
    assertThat(sink.lost).isPositive();
    assertThat(sink.environments)
        .anyMatch(each -> each.endsWith("\"isIncomplete\":true}"))
        .noneMatch(each -> each.matches(".*[{,]\"W.*")); // the rest of a truncated value
  }

  @Test
  void recordsEachOfManyShortProcesses() {
    int count = Effort.times(700);
    String script = "i=0; while [ $i -lt " + count + " ]; do /bin/true; i=$((i + 1)); done";
    FlowSink sink = new FlowSink();
    TraceCounts counts = run(List.of("sh", "-c", script), 1 << 24, false, sink);
    assertThat(counts.lost()).isZero();
    assertThat(sink.exits).isGreaterThanOrEqualTo(count + 1);
    assertThat(sink.gaps).isEmpty();
    assertThat(sink.refused).isEmpty();
  }

  @Test
  void completesCommandIfRecordingFails() throws IOException {
    Path mark = Files.createTempFile("colophon", "mark");
    List<String> command =
        List.of("sh", "-c", "cat /dev/null; sleep 0.3; echo end > " + mark + "; exit 7");
    EbpfOptions options = EbpfOptions.DEFAULT;
    CommandTrace trace = new CommandTrace(command, options, () -> EbpfReporter.load(options));
    Replay broken =
        new Replay(
            new FlowSink(),
            new ReplaySettings("host", "boot", "sh", Bytes.EMPTY, true, 1, HostProbe.NONE));
    Runnable full =
        () -> {
          throw new IllegalStateException("the store is full");
        };
    assertThatThrownBy(() -> trace.feed(broken, full, new FlowSink().context().neighbours(), null))
        .hasMessageContaining("the store is full");
    assertThat(trace.exitStatus()).isEqualTo(7);
    assertThat(mark).hasContent("end");
    Files.delete(mark);
  }
}
