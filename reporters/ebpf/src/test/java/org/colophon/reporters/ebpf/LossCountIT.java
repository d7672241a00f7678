package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.colophon.reporters.strace.StraceReporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Counts records with buffers of different sizes. */
@Tag("jdk")
class LossCountIT {
  private static final List<String> MANY_CALLS =
      List.of("dd", "if=/dev/zero", "of=/dev/null", "bs=1", "count=200000", "status=none");

  @BeforeAll
  static void requireKernelEvents() {
    KernelEvents.assume();
  }

  private static TraceCounts run(int ringBytes, boolean isLossy, FlowSink sink) {
    EbpfOptions options = EbpfOptions.DEFAULT.withRing(ringBytes).lossy(isLossy);
    CommandTrace trace = new CommandTrace(MANY_CALLS, options, EbpfReporter.load(options));
    StraceReporter.of(trace).run(sink.context());
    assertThat(trace.exitStatus()).isZero();
    return trace.counts();
  }

  @Test
  void losesNothingWithSmallBufferIfCommandWaits() {
    FlowSink sink = new FlowSink();
    TraceCounts counts = run(1 << 16, false, sink);
    assertThat(counts.lost()).isZero();
    assertThat(counts.consumed()).isEqualTo(counts.emitted()).isGreaterThan(400_000);
    assertThat(sink.gaps).isEmpty();
  }

  @Test
  void countsEveryLostRecordWithSmallBuffer() {
    FlowSink sink = new FlowSink();
    TraceCounts counts = run(4096, true, sink);
    assertThat(counts.lost()).isPositive();
    assertThat(counts.consumed() + counts.lost()).isEqualTo(counts.emitted());
    assertThat(sink.lost).isEqualTo(counts.lost());
  }
}
