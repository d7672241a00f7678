// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.ebpf.kernel.KernelProgram;
import org.colophon.reporters.ebpf.kernel.TracedProcesses;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of the start of writes are needed as soon as a second thread is traced. */
class BeginsIT {
  private static final String WRITES = "dd if=/dev/zero of=/dev/null bs=1 count=100 status=none";

  @BeforeAll
  static void requireKernelEvents() {
    KernelEvents.assume();
  }

  @TempDir private Path directory;

  /**
   * Returns how many of the writes have a record at their start. The script starts when the trace
   * no longer accepts further commands.
   */
  private long begins(String script) throws IOException {
    Path go = Files.createTempDirectory(directory, "").resolve("go");
    String waiting = "while [ ! -e " + go + " ]; do :; done; " + script;
    EbpfOptions options = EbpfOptions.DEFAULT.folding(false);
    AtomicLong begins = new AtomicLong();
    CommandTrace trace =
        new CommandTrace(
            List.of("sh", "-c", waiting),
            options,
            () -> new CountingSource(EbpfReporter.load(options), begins, go));
    FlowSink sink = new FlowSink();
    new ReplayReporter(trace).run(sink.context());
    assertThat(trace.exitStatus()).isZero();
    assertThat(trace.counts().lost()).isZero();
    assertThat(sink.gaps).isEmpty();
    return begins.get();
  }

  @Test
  void recordsNoBeginsOfOnlyThread() throws IOException {
    assertThat(begins("exec " + WRITES)).isZero();
  }

  @Test
  void recordsBeginsOfEachWriteWhileParentLives() throws IOException {
    for (int i = 0; i < Effort.times(5); i++) {
      assertThat(begins(WRITES + " & wait")).isEqualTo(100);
    }
  }

  @Test
  void countsAllBytesOfWriterWhileOtherProcessesStartAndEnd() throws IOException {
    Path file = directory.toRealPath().resolve("a");
    String writes = "i=0; while [ $i -lt 50 ]; do echo x; i=$((i + 1)); done; ";
    String script = "exec > " + file + "; " + writes + "sleep 0.01 & " + writes + "wait; " + writes;
    for (int i = 0; i < Effort.times(5); i++) {
      FlowSink sink = new FlowSink();
      EbpfReporter.command(List.of("sh", "-c", script), EbpfOptions.DEFAULT).run(sink.context());
      assertThat(sink.written).containsEntry(file.toString(), 300L);
      assertThat(sink.repeated).isPositive();
      assertThat(sink.gaps).isEmpty();
    }
  }

  private record CountingSource(KernelProgram program, AtomicLong begins, Path go)
      implements EventSource {
    @Override
    public String tool() {
      return program.tool();
    }

    @Override
    public void trace(TracedProcesses traced) {
      program.trace(traced);
      if (traced.spawner() == 0) {
        try {
          Files.createFile(go);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
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
