// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class TraceFileTest {
  @TempDir Path directory;

  private Path fileOf(long recorder) throws IOException {
    return Files.createFile(directory.resolve("colophon-" + recorder + "-1.strace"));
  }

  @Test
  void removesOnlyFilesOfEndedRecorders() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Path left = fileOf(ended.pid());
    Path own = fileOf(ProcessHandle.current().pid());
    Path foreign = Files.createFile(directory.resolve("colophon-notes.strace"));

    TraceFile.removeLeftovers(directory);

    assertThat(left).doesNotExist();
    assertThat(own).exists();
    assertThat(foreign).exists();
  }

  @Test
  void keepsFileWhileStraceOfEndedRecorderRuns() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Path written = fileOf(ended.pid());
    Process strace =
        new ProcessBuilder("sh", "-c", "sleep 1000; true", "-o", written.toString()).start();
    try {
      TraceFile.removeLeftovers(directory);
      assertThat(written).exists();
    } finally {
      strace.children().forEach(ProcessHandle::destroyForcibly);
      strace.destroyForcibly().waitFor();
    }
    TraceFile.removeLeftovers(directory);
    assertThat(written).doesNotExist();
  }

  @Test
  void hasUnknownLimitsIfFreeSpaceIsUnknown() {
    assertThat(TraceFile.of(directory.resolve("none")).limits())
        .isEqualTo(new TraceFile.SpaceLimits(0));
  }
}
