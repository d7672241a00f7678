// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Passes content through many concurrent processes. Checks that no read is recorded before the
 * write whose content it returned.
 */
class CausalOrderIT {
  private static final int STAGES = 12;

  @TempDir Path directory;

  @BeforeAll
  static void requireKernelEvents() {
    KernelEvents.assume();
  }

  /** Starts each stage as soon as the previous one has written, often before that write returns. */
  @Test
  void findsWholeChainWhenReadersRaceWithWriters() throws IOException {
    Path place = directory.toRealPath();
    Files.writeString(place.resolve("source"), "content\n");
    for (int i = 0; i < STAGES; i++) {
      run(List.of("mkfifo", place.resolve("fifo" + i).toString()));
    }
    StringBuilder script = new StringBuilder("cat source > fifo0 & ");
    IntStream.range(1, STAGES)
        .forEach(i -> script.append("cat fifo" + (i - 1) + " > fifo" + i + " & "));
    script.append("cat fifo" + (STAGES - 1) + " > result; wait");
    for (int round = 0; round < Effort.times(6); round++) {
      FlowSink sink = new FlowSink();
      EbpfReporter.command(List.of("sh", "-c", "cd " + place + "; " + script), EbpfOptions.DEFAULT)
          .run(sink.context());
      assertThat(sink.sources(place.resolve("result").toString(), place + "/")).contains("source");
      Files.delete(place.resolve("result"));
    }
  }

  /**
   * Lets each stage read and write single bytes, so that its accesses form runs. The runs of
   * adjacent stages overlap.
   */
  @Test
  void findsWholeChainWhenReadsAndWritesAreCounted() throws IOException {
    Path place = directory.toRealPath();
    Files.writeString(place.resolve("source"), "content\n".repeat(100));
    String script = "dd if=source bs=1" + " | dd bs=1".repeat(STAGES) + " of=result";
    long repeated = 0;
    for (int round = 0; round < Effort.times(3); round++) {
      FlowSink sink = new FlowSink();
      EbpfReporter.command(
              List.of("sh", "-c", "cd " + place + " && { " + script + "; } 2> /dev/null"),
              EbpfOptions.DEFAULT)
          .run(sink.context());
      assertThat(sink.sources(place.resolve("result").toString(), place + "/")).contains("source");
      assertThat(sink.refused).isEmpty();
      repeated += sink.repeated;
      Files.delete(place.resolve("result"));
    }
    assertThat(repeated).isPositive();
  }

  private static void run(List<String> command) throws IOException {
    assertThat(new ProcessBuilder(command).start().onExit().join().exitValue()).isZero();
  }
}
