// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.testing.reporters.RecordingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests output of strace 6.1 in three forms: saved with {@code -o}, saved with {@code -yy -ttt -o},
 * and copied from a terminal. The script was {@code echo one > a; sort < a | tr a-z A-Z > b; mv b
 * c; cp c d; rm a}.
 */
class SavedTraceTest {
  @TempDir Path directory;

  private final RecordingSink sink = new RecordingSink();

  private static byte[] log(String name) throws IOException {
    try (InputStream input =
        SavedTraceTest.class.getResourceAsStream("/logs/" + name + ".strace")) {
      return input.readAllBytes();
    }
  }

  private void replay(byte[] bytes) throws IOException {
    Path file = Files.write(directory.resolve("saved.strace"), bytes);
    run(Map.of("from", file.toString(), "directory", "/tmp/w"));
  }

  private void run(Map<String, String> options) {
    new StraceReporterFactory().create(options).run(new Context(sink));
  }

  record Context(OperationSink newSink, FileOpener files) implements ReporterContext {
    Context(OperationSink newSink) {
      this(newSink, FileOpener.PLAIN);
    }

    @Override
    public String hostId() {
      return "host";
    }

    @Override
    public String bootId() {
      return "boot";
    }

    @Override
    public Bytes position(String source) {
      return Bytes.EMPTY;
    }
  }

  @Test
  void opensLogThroughContext() throws IOException {
    FileOpener refusing =
        (path, options) -> {
          throw new IOException("refused: " + path);
        };
    String log = log("plain").toString();
    assertThatThrownBy(
            () ->
                new StraceReporterFactory()
                    .create(Map.of("from", log))
                    .run(new Context(sink, refusing)))
        .hasStackTraceContaining("refused: " + log);
    assertThat(sink.events).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "yy", "stderr"})
  void readsAllFormsOfSavedOutput(String form) throws IOException {
    replay(log(form));
    assertThat(sink.refused).isEmpty();
    assertThat(sink.gaps).isEmpty();
    Set<String> ours = new DataLineage(sink).among("/tmp/w/d", name -> name.startsWith("/tmp/w/"));
    assertThat(ours).containsExactlyInAnyOrder("/tmp/w/a", "/tmp/w/b", "/tmp/w/d");
    long exits = sink.events.stream().filter(event -> event.what().equals("exit")).count();
    assertThat(exits).isEqualTo(sink.processes.size());
  }

  private static byte[] lines(String... lines) {
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void separatesProcessesOfTwoLogsWithoutTimes() throws IOException {
    String begin = "7 execve(\"/bin/cat\", [\"cat\"], 0x7f /* 3 vars */) = 0";
    String runningProcess = "8 write(1, \"\", 1) = 1";
    replay(lines(begin, "7 fork() = 9", runningProcess));
    replay(lines(begin, "7 fork() = 9", runningProcess));
    assertThat(sink.processes).hasSize(6);
  }

  @Test
  void recognizesProcessesOfLogWithTimes() throws IOException {
    byte[] log =
        lines(
            "7 1795208295.1 execve(\"/bin/cat\", [\"cat\"], 0x7f /* 3 vars */) = 0",
            "7 1795208295.2 fork() = 9",
            "8 1795208295.3 write(1, \"\", 1) = 1");
    replay(log);
    replay(log);
    assertThat(sink.processes).hasSize(3);
  }

  @Test
  void readsStandardInput() throws IOException {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(log("plain")));
    try {
      run(Map.of("from", "-", "directory", "/tmp/w"));
    } finally {
      System.setIn(before);
    }
    assertThat(sink.resolve(org.colophon.core.model.Bytes.of("/tmp/w/d"))).isPositive();
  }

  @Test
  void rejectsOnlyIncompleteLastLine() throws IOException {
    byte[] log = log("plain");
    byte[] torn = java.util.Arrays.copyOf(log, log.length / 2);
    replay(torn);
    assertThat(sink.refused).hasSize(1);
    assertThat(sink.refused.get(0)).contains("cut off");
    assertThat(sink.events).isNotEmpty();
  }

  @Test
  void survivesRandomDamage() throws IOException {
    byte[] log = log("plain");
    for (int seed = 0; seed < 200; seed++) {
      byte[] damaged = log.clone();
      Random random = new Random(seed);
      for (int i = 0; i < 50; i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      replay(damaged);
    }
    assertThat(sink.refused).isNotEmpty();
    assertThat(sink.events).hasSizeGreaterThan(10_000);
  }

  @Test
  void rejectsOnlyDamagedLines() throws IOException {
    String log = new String(log("plain"), StandardCharsets.ISO_8859_1);
    replay(log.replace("\n", "\n\0garbage\n").getBytes(StandardCharsets.ISO_8859_1));
    int lines = (int) log.lines().count();
    assertThat(sink.refused).hasSize(lines);
    assertThat(new DataLineage(sink).among("/tmp/w/d", "/tmp/w/a"::equals)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type:Process id:1 pid:400 exe:/usr/bin/sort\ntype:Artifact id:2 path:/data.csv\n",
        "{\n  \"entity\" : { }\n}\n",
        "CC ?= cc\n\nall: prog\n\tcc -o prog prog.c",
        "Shopping\n\n- milk\n- bread (two)\n",
        "int main(void) {\n  puts(\"hello\");\n  return 0;\n}\n",
        "id,x\n\n17\n42\n"
      })
  void rejectsForeignFileAsWhole(String text) {
    assertThatThrownBy(() -> replay(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("is not strace output");
    assertThat(sink.refused).isEmpty();
    assertThat(sink.events).as("also no gap").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7 getuid()                                = 0",
        "7 1795208295.1 nanosleep({tv_sec=1}, NULL <unfinished ...>",
        "7 <... nanosleep resumed>NULL) = 0",
        "epoll_wait(5, <detached ...>",
        "7 --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED} ---",
        "[pid     7] --- stopped by SIGSTOP ---",
        "strace: Process 7 attached"
      })
  void acceptsOutputWithoutRelevantCalls(String line) throws IOException {
    replay(lines(line));
    assertThat(sink.refused).isEmpty();
    assertThat(sink.gaps).isEmpty();
  }

  @Test
  void keepsRawBytesOfDirectoryName() {
    Bytes name = Bytes.wrap("/w/d\u00f6n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(new SavedTrace("-", PathBytes.path(name), new TracerOptions()).directory())
        .isEqualTo(name);
  }

  @Test
  void reportsMissingFile() {
    assertThatThrownBy(() -> run(Map.of("from", directory + "/none")))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("none");
  }

  @Test
  void recordsGapForProcessesThatStraceDidNotFollow() throws IOException {
    replay(
        """
        execve("/bin/sh", ["sh", "-c", "sort a > b"], 0x7ffd /* 9 vars */) = 0
        openat(AT_FDCWD, "b", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 3
        dup2(3, 1) = 1
        vfork() = 101
        wait4(-1, [{WIFEXITED(s) && WEXITSTATUS(s) == 0}], 0, NULL) = 101
        vfork() = 102
        wait4(-1, [{WIFEXITED(s) && WEXITSTATUS(s) == 0}], 0, NULL) = 102
        exit_group(0) = ?
        +++ exited with 0 +++
        """
            .getBytes(StandardCharsets.UTF_8));

    assertThat(sink.gaps).contains(GapCause.EVENTS_LOST);
  }

  @Test
  void infersProcessFromItsLastLine() throws IOException {
    replay(
        """
        100 execve("/bin/sh", ["sh"], 0x7ffd /* 9 vars */) = 0
        100 vfork() = 101
        101 +++ exited with 0 +++
        100 vfork( <unfinished ...>
        102 +++ exited with 0 +++
        100 <... vfork resumed>) = 102
        100 exit_group(0) = ?
        100 +++ exited with 0 +++
        """
            .getBytes(StandardCharsets.UTF_8));

    assertThat(sink.gaps).doesNotContain(GapCause.EVENTS_LOST);
  }
}
