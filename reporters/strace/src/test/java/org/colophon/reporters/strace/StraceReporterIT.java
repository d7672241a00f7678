// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.ForwardingSink;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.common.proc.ProcFiles;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.testing.reporters.RecordingSink;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real commands under the real strace. */
@Tag("jdk")
class StraceReporterIT {
  private static final String PUZZLE =
      "cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w; rm f;"
          + " cat b>f; cat f>v; sort a | tr a-z A-Z > p";

  @TempDir Path directory;

  private final RecordingSink sink = new RecordingSink();

  @BeforeEach
  void makeInputs() throws IOException {
    directory = directory.toRealPath();
    for (String name : List.of("a", "b", "c")) {
      Files.writeString(directory.resolve(name), name + name + "\n");
    }
  }

  private int run(String script) {
    ReplayReporter reporter =
        new StraceReporter.Builder()
            .command(List.of("sh", "-c", "cd '" + directory + "' || exit 99; " + script))
            .build();
    reporter.run(context());
    return reporter.exitStatus();
  }

  private ReporterContext context() {
    return new ReporterContext() {
      @Override
      public OperationSink newSink() {
        return sink;
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
    };
  }

  private Set<String> ancestors(String name) {
    Set<String> found = new HashSet<>();
    for (String input : List.of("a", "b", "c")) {
      String path = directory + "/" + input;
      if (new DataLineage(sink).among(directory + "/" + name, path::equals).contains(path)) {
        found.add(input);
      }
    }
    return found;
  }

  @Test
  void solvesVersionPuzzle() {
    assertThat(run(PUZZLE)).isZero();
    assertThat(ancestors("x")).containsExactlyInAnyOrder("a");
    assertThat(ancestors("y")).containsExactlyInAnyOrder("b");
    assertThat(ancestors("z")).containsExactlyInAnyOrder("b", "c");
    assertThat(ancestors("w")).containsExactlyInAnyOrder("a");
    assertThat(ancestors("v")).containsExactlyInAnyOrder("b");
    assertThat(ancestors("p")).containsExactlyInAnyOrder("a");
    assertThat(sink.refused).isEmpty();
    assertThat(sink.gaps).isEmpty();
  }

  @Test
  void findsExactDependenciesOfObjectsInParallelBuild() throws IOException {
    StringBuilder makefile = new StringBuilder("OBJS =");
    for (int i = 0; i < BUILD_OBJECTS; i++) {
      makefile.append(" o").append(i).append(".o");
      String include = "#include \"h" + i % 7 + ".h\"\n#include <stdio.h>\n";
      String body = "int f" + i + "(void) { return puts(H" + i % 7 + "); }\n";
      Files.writeString(directory.resolve("o" + i + ".c"), include + body);
    }
    for (int i = 0; i < 7; i++) {
      String nested = i > 3 ? "#include \"h" + (i - 3) + ".h\"\n" : "";
      Files.writeString(directory.resolve("h" + i + ".h"), nested + "#define H" + i + " \"h\"\n");
    }
    makefile.append("\nlib.a: $(OBJS)\n\tar rc $@ $^\n%.o: %.c\n\tgcc -pipe -MD -c -o $@ $<\n");
    Files.writeString(directory.resolve("Makefile"), makefile);

    assertThat(run("make -s -j2 > log 2>&1")).isZero();

    DataLineage lineage = new DataLineage(sink);
    for (int i = 0; i < BUILD_OBJECTS; i++) {
      Set<String> truth = dependencies(directory.resolve("o" + i + ".d"));
      String object = directory + "/o" + i + ".o";
      assertThat(lineage.among(object, this::isSource)).as(object).isEqualTo(truth);
    }
  }

  private static final int BUILD_OBJECTS = 8;

  private boolean isSource(String name) {
    boolean isOurs = name.startsWith(directory + "/") && name.matches(".*\\.[ch]");
    return isOurs || name.startsWith("/usr/include/");
  }

  private Set<String> dependencies(Path file) throws IOException {
    Set<String> found = new HashSet<>();
    for (String word : Files.readString(file).split("[ \\\\\n]+", -1)) {
      if (!word.isEmpty() && !word.endsWith(":")) {
        String path = directory.resolve(word).normalize().toRealPath().toString();
        if (isSource(path)) {
          found.add(path);
        }
      }
    }
    return found;
  }

  @Test
  void joinsProcessesThatUsePipesAndSubstitutions() {
    assertThat(run("bash -c 'cat <(cat a | tr a-z A-Z) <(sort b) > out'; cat out | cat > end"))
        .isZero();
    assertThat(ancestors("end")).containsExactlyInAnyOrder("a", "b");
    assertThat(sink.refused).isEmpty();
  }

  @Test
  void keepsDataOfAllWritersOfNamedPipe() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", directory + "/q").start().waitFor()).isZero();
    String script = "exec 3<>%1$s; cat a > %1$s; cat b > %1$s; head -c 6 <&3 > end%1$s; ";
    assertThat(run("mkfifo p; " + script.formatted("p") + script.formatted("q"))).isZero();
    assertThat(ancestors("endp")).containsExactlyInAnyOrder("a", "b");
    assertThat(ancestors("endq")).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void followsNamesAcrossDirectoriesAndLinks() {
    assertThat(run("mkdir d; ln -s d l; cat a > l/x; mv d e; ln e/x h; rm e/x; cat h > end"))
        .isZero();
    assertThat(ancestors("end")).containsExactlyInAnyOrder("a");
  }

  private void untraced(String script) throws Exception {
    Process shell = new ProcessBuilder("sh", "-c", script).directory(directory.toFile()).start();
    assertThat(shell.waitFor()).isZero();
  }

  @Test
  void distinguishesLinkTargetsThatAreNotUtf8() throws Exception {
    untraced("for n in 344 366; do d=$(printf \"d\\\\$n\"); mkdir \"$d\"; ln -s \"$d\" l$n; done");

    assertThat(run("cat a > l344/f; cat b > l366/f; cat l344/f > end; cat l366/f > other"))
        .isZero();

    assertThat(ancestors("end")).containsExactlyInAnyOrder("a");
    assertThat(ancestors("other")).containsExactlyInAnyOrder("b");
  }

  @Test
  void followsLinksInDirectoryThatIsNotUtf8() throws Exception {
    untraced("d=$(printf 'd\\344') && mkdir -p \"$d/x\" && ln -s x \"$d/l\"");

    assertThat(run("cd d*; cat ../a > l/f; cat x/f > ../end")).isZero();

    assertThat(ancestors("end")).containsExactlyInAnyOrder("a");
  }

  /**
   * Command that repeats an operation until the test has found it. strace needs some time to
   * attach.
   */
  private static final String BUSY = "while [ ! -e go ]; do cat a > /dev/null; done";

  @Test
  void attachesToRunningProcess() throws Exception {
    Process shell =
        new ProcessBuilder("sh", "-c", BUSY + "; cat a > attached; cat attached > end")
            .directory(directory.toFile())
            .start();
    ReplayReporter reporter = new StraceReporter.Builder().pid(shell.pid()).build();
    Thread runner = new Thread(() -> reporter.run(context()));
    runner.start();
    while (sink.size() == 0) {
      assertThat(shell.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    Files.createFile(directory.resolve("go"));
    assertThat(shell.waitFor()).isZero();
    runner.join();
    assertThat(ancestors("end")).containsExactlyInAnyOrder("a");
    assertThat(sink.gaps).contains(GapCause.STARTED_BEFORE);
  }

  @Test
  void recordsGapForProcessThatDetachesDuringCall() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", directory + "/q").start().waitFor()).isZero();
    Process shell =
        new ProcessBuilder("sh", "-c", BUSY + "; exec cat q").directory(directory.toFile()).start();
    try {
      ReplayReporter reporter = new StraceReporter.Builder().pid(shell.pid()).build();
      Thread runner = new Thread(() -> reporter.run(context()));
      runner.start();
      while (sink.size() == 0) {
        assertThat(shell.isAlive()).isTrue();
        Thread.onSpinWait();
      }
      Files.createFile(directory.resolve("go"));
      String process = Long.toString(shell.pid());
      while (!ProcFiles.line(process, "comm").equals("cat")
          || !ProcFiles.status(process, "State").startsWith("S")) {
        assertThat(shell.isAlive()).isTrue();
        Thread.onSpinWait();
      }
      reporter.stop();
      runner.join();
    } finally {
      shell.destroyForcibly();
    }
    assertThat(sink.refused).isEmpty();
    assertThat(sink.gaps).containsExactly(GapCause.STARTED_BEFORE, GapCause.LOST_SIGHT);
  }

  @Test
  void followsProcessesOfAnotherPidNamespace() {
    String script = "cat a | sort > f; cat f > end";
    assertThat(run("exec unshare -pf --mount-proc bash -c '" + script + "'")).isZero();
    assertThat(ancestors("end")).containsExactlyInAnyOrder("a");
    assertThat(sink.refused).isEmpty();
    assertThat(sink.gaps).doesNotContain(GapCause.STARTED_BEFORE);
    long exits = sink.events.stream().filter(event -> event.what().equals("exit")).count();
    assertThat(exits).isEqualTo(sink.processes.size());
  }

  /** Command that takes so long that its end is traced only if the test waits for the end. */
  private static final String LONG = "for i in $(seq 200); do cat a > /dev/null; done; cat a > end";

  @Test
  void tracesCommandToEndIfRecordingFails() throws Exception {
    List<RuntimeException> thrown = Collections.synchronizedList(new ArrayList<>());
    AtomicBoolean hasFailed = new AtomicBoolean();
    OperationSink failing =
        new ForwardingSink(sink) {
          @Override
          public long flush() {
            if (StraceReporterIT.this.sink.size() > 0 && hasFailed.compareAndSet(false, true)) {
              throw new IllegalStateException("full");
            }
            return super.flush();
          }
        };
    ReplayReporter reporter =
        new StraceReporter.Builder()
            .command(List.of("sh", "-c", "cd '" + directory + "'; " + BUSY + "; " + LONG))
            .build();
    Thread runner =
        new Thread(
            () -> {
              try {
                reporter.run(new SavedTraceTest.Context(failing));
              } catch (IllegalStateException e) {
                thrown.add(e);
              }
            });
    runner.start();
    while (!hasFailed.get()) {
      Thread.onSpinWait();
    }
    Files.createFile(directory.resolve("go"));
    runner.join();
    assertThat(thrown).hasSize(1);
    assertThat(directory.resolve("end")).hasSameTextualContentAs(directory.resolve("a"));
  }

  @Test
  void runsProgramWithoutName() {
    String script =
        "import os; m = os.memfd_create('prog', 0); os.write(m, open('/bin/cat', 'rb').read());"
            + " os.execve(m, ['cat', 'a'], {})";
    assertThat(run("python3 -c \"" + script + "\" > out")).isZero();
    assertThat(ancestors("out")).containsExactlyInAnyOrder("a");
    assertThat(sink.processes.values())
        .anyMatch(process -> process.executable().toString().equals("memfd:prog"));
    assertThat(sink.refused).isEmpty();
  }

  @Test
  void endsCommandWhenStopped() throws Exception {
    ReplayReporter reporter = new StraceReporter.Builder().command(List.of("sleep", "600")).build();
    Thread runner = new Thread(() -> reporter.run(context()));
    runner.start();
    while (sink.size() == 0) {
      Thread.onSpinWait();
    }
    reporter.stop();
    runner.join();
    assertThat(reporter.exitStatus()).isEqualTo(128 + 15);
  }

  @Test
  void returnsExitStatus() {
    assertThat(run("exit 7")).isEqualTo(7);
    assertThat(run("kill -9 $$")).isEqualTo(128 + 9);
  }

  @Test
  void runsScriptWithoutInterpreterLine() throws IOException {
    Path script = executable("script", "cat \"$1\" > '" + directory + "/out'; exit 7\n");
    ReplayReporter reporter =
        new StraceReporter.Builder().command(List.of("" + script, directory + "/a")).build();

    reporter.run(context());

    assertThat(reporter.exitStatus()).isEqualTo(7);
    assertThat(ancestors("out")).containsExactly("a");
  }

  /**
   * Traces strace: a traced strace cannot trace, so it fails as in a container that forbids
   * tracing.
   */
  @Test
  void reportsFailureToTrace() throws IOException {
    Path denied = executable("denied", "#!/bin/sh\nexec strace -f -o /dev/null strace \"$@\"\n");
    ReplayReporter reporter =
        new StraceReporter.Builder()
            .strace("" + denied)
            .command(List.of("touch", directory + "/ran"))
            .build();

    assertThatThrownBy(() -> reporter.run(context()))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_PERMITTED))
        .hasMessageContaining("traced already");
    assertThatThrownBy(() -> reporter.runInto(directory.resolve("log")))
        .hasMessageContaining("traced already");
    assertThat(directory.resolve("ran")).doesNotExist();
  }

  private Path executable(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
