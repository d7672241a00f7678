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
  @TempDir Path folder;

  private Path fileOf(long recorder) throws IOException {
    return Files.createFile(folder.resolve("colophon-" + recorder + "-1.strace"));
  }

  @Test
  void removesFilesOfDeadRecordersOnly() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Path left = fileOf(ended.pid());
    Path own = fileOf(ProcessHandle.current().pid());
    Path foreign = Files.createFile(folder.resolve("colophon-notes.strace"));

    TraceFile.removeLeftovers(folder);

    assertThat(left).doesNotExist();
    assertThat(own).exists();
    assertThat(foreign).exists();
  }

  @Test
  void keepsFileThatIsWrittenAfterItsRecorderDied() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Path written = fileOf(ended.pid());
    Process strace =
        new ProcessBuilder("sh", "-c", "sleep 1000; true", "-o", written.toString()).start();
    try {
      TraceFile.removeLeftovers(folder);
      assertThat(written).exists();
    } finally {
      strace.children().forEach(ProcessHandle::destroyForcibly);
      strace.destroyForcibly().waitFor();
    }
    TraceFile.removeLeftovers(folder);
    assertThat(written).doesNotExist();
  }

  @Test
  void worksIfFreeSpaceIsUnknown() {
    assertThat(TraceFile.of(folder.resolve("none")).limits())
        .isEqualTo(new TraceFile.SpaceLimits(0));
  }
}
