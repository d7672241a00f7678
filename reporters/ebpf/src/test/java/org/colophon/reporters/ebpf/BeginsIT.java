package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.colophon.reporters.ebpf.kernel.TracedProcesses;
import org.colophon.reporters.strace.StraceReporter;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Records of the start of writes are needed as soon as a second thread is traced. */
class BeginsIT {
  private static final String WRITES = "dd if=/dev/zero of=/dev/null bs=1 count=100 status=none";

  @BeforeAll
  static void requireKernelEvents() {
    KernelEvents.assume();
  }

  /** Returns how many of the writes have a record at their start. */
  private static long begins(String script) {
    EbpfOptions options = EbpfOptions.DEFAULT.folding(false);
    AtomicLong begins = new AtomicLong();
    CommandTrace trace =
        new CommandTrace(
            List.of("sh", "-c", script),
            options,
            () -> new CountingSource(EbpfReporter.load(options), begins));
    FlowSink sink = new FlowSink();
    StraceReporter.of(trace).run(sink.context());
    assertThat(trace.exitStatus()).isZero();
    assertThat(trace.counts().lost()).isZero();
    assertThat(sink.gaps).isEmpty();
    return begins.get();
  }

  @Test
  void recordsNoBeginsOfOnlyThread() {
    assertThat(begins("exec " + WRITES)).isZero();
  }

  @Test
  void recordsBeginsOfEachWriteWhileParentLives() {
    for (int i = 0; i < Effort.times(20); i++) {
      assertThat(begins(WRITES + " & wait")).isEqualTo(100);
    }
  }

  private record CountingSource(KernelProgram program, AtomicLong begins) implements EventSource {
    @Override
    public String tool() {
      return program.tool();
    }

    @Override
    public void trace(TracedProcesses traced) {
      program.trace(traced);
    }

    @Override
    public int drain(RecordHandler handler) {
      return program.drain(
          (memory, at, length) -> {
            if (memory.getInt(at + Head.KIND) == Head.BEGUN) {
              begins.incrementAndGet();
            }
            handler.record(memory, at, length);
          });
    }

    @Override
    public void detach() {
      program.detach();
    }

    @Override
    public long living() {
      return program.living();
    }

    @Override
    public long emitted() {
      return program.emitted();
    }

    @Override
    public long consumed() {
      return program.consumed();
    }

    @Override
    public long lost() {
      return program.lost();
    }

    @Override
    public void close() {
      program.close();
    }
  }
}
