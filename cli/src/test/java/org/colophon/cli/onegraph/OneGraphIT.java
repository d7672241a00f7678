// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.onegraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.reporters.strace.StraceReporter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests programs below a FUSE mount that strace traces. Each reporter sees only a part of their
 * operations.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class OneGraphIT {
  private static final String PUZZLE =
      "cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w; rm f;"
          + " cat b>f; cat f>v; sort a | tr a-z A-Z > p";

  private static final int ROUNDS = 20;

  @TempDir private Path temporary;
  private Path directory;

  @BeforeEach
  void resolve() throws Exception {
    directory = temporary.toRealPath();
  }

  @Test
  void solvesTheVersionPuzzleWhenTracedInAMount() throws Exception {
    try (BothReporters both = new BothReporters(directory)) {
      both.run("echo aa>a; echo bb>b; echo cc>c");

      both.trace(PUZZLE);

      Set<String> inputs = Set.of("a", "b", "c");
      assertThat(both.ancestors("x", inputs)).containsExactly("a");
      assertThat(both.ancestors("y", inputs)).containsExactly("b");
      assertThat(both.ancestors("z", inputs)).containsExactly("b", "c");
      assertThat(both.ancestors("w", inputs)).containsExactly("a");
      assertThat(both.ancestors("v", inputs)).containsExactly("b");
      assertThat(both.ancestors("p", inputs)).containsExactly("a");
      both.assertOneGraph();
    }
  }

  @Test
  void findsExactSourcesOfEachFileOfABuildTracedInAMount() throws Exception {
    Set<String> inputs =
        Set.of("a.c", "b.c", "prog.c", "a.h", "../outside/all.h", "Makefile", "data", "other");
    try (BothReporters both = new BothReporters(directory)) {
      write(both.outside.resolve("all.h"), "#include <stdio.h>");
      write(both.mount.resolve("a.h"), "#define NUMBER 4");
      write(both.mount.resolve("a.c"), "#include \"all.h\"", "#include \"a.h\"", "int a = NUMBER;");
      write(both.mount.resolve("b.c"), "#include \"all.h\"", "int b(void) { return puts(\"\"); }");
      Files.copy(Path.of("src/test/c/mapped.c"), both.mount.resolve("prog.c"));
      write(
          both.mount.resolve("Makefile"),
          "all: out sorted",
          "%.o: %.c",
          "\tgcc -I" + both.outside + " -MD -c -o $@ $<",
          "lib.a: a.o b.o",
          "\tar rc $@ $^",
          "prog: prog.o lib.a",
          "\tgcc -o $@ $^",
          "out: prog data",
          "\t./prog data out.tmp && mv out.tmp $@ && ln $@ out2",
          "sorted: other",
          "\tcat $< | sort | tr a-z A-Z > $@");
      write(both.mount.resolve("data"), "some data");
      write(both.mount.resolve("other"), "d", "c");
      Files.createDirectory(both.mount.resolve("tmp"));

      both.trace("TMPDIR=$PWD/tmp make -s -j3");

      assertThat(both.mount.resolve("out")).hasContent("SOME DATA");
      assertThat(both.mount.resolve("sorted")).hasContent("C\nD");
      both.assertOneGraph();
      assertThat(both.ancestors("a.o", inputs)).containsExactly("../outside/all.h", "a.c", "a.h");
      assertThat(both.ancestors("a.d", inputs)).containsExactly("../outside/all.h", "a.c", "a.h");
      assertThat(both.ancestors("b.o", inputs)).containsExactly("../outside/all.h", "b.c");
      assertThat(both.ancestors("lib.a", inputs))
          .containsExactly("../outside/all.h", "a.c", "a.h", "b.c");
      assertThat(both.ancestors("prog", inputs))
          .containsExactly("../outside/all.h", "a.c", "a.h", "b.c", "prog.c");
      assertThat(both.ancestors("out", inputs)).containsExactly("data");
      assertThat(both.object(both.mount.resolve("out2")))
          .isEqualTo(both.object(both.mount.resolve("out")));
      assertThat(both.ancestors("sorted", inputs)).containsExactly("other");
    }
  }

  @Test
  void followsDataInAndOutWhileOthersUseTheMount() throws Exception {
    try (BothReporters both = new BothReporters(directory)) {
      for (int i = 0; i < ROUNDS; i++) {
        write(both.outside.resolve("in" + i), "from outside " + i);
      }
      String rounds = "for i in $(seq 0 " + (ROUNDS - 1) + "); do ";
      Process other =
          both.start(
              rounds
                  + "until [ -e ping$i ]; do sleep 0.002; done;"
                  + " cat ping$i > part; mv part pong$i; done");

      both.trace(
          rounds
              + "cat $O/in$i > part$i; mv part$i ping$i;"
              + " until [ -e pong$i ]; do sleep 0.002; done; cat pong$i > $O/out$i; done");

      BothReporters.ended(other, "the other side");
      Set<String> inputs = new java.util.TreeSet<>();
      for (int i = 0; i < ROUNDS; i++) {
        inputs.addAll(List.of("../outside/in" + i, "ping" + i, "pong" + i));
      }
      for (int i = 0; i < ROUNDS; i++) {
        assertThat(both.ancestors("../outside/out" + i, inputs))
            .containsExactly("../outside/in" + i, "ping" + i, "pong" + i);
      }
      both.assertOneGraph();
    }
  }

  @Test
  void recordsTheSourceFirstWhenOneCallCopiesIntoTheMount() throws Exception {
    try (BothReporters both = new BothReporters(directory)) {
      write(both.outside.resolve("in"), "from outside");
      String copy =
          "import os; i = os.open('"
              + both.outside
              + "/in', 0); o = os.open('f', 65, 384);"
              + " os.sendfile(o, i, 0, 99); os.close(o); o = os.open('done', 65, 384)";
      Process other =
          both.start("until [ -e f -a -s f ]; do sleep 0.002; done; cat f > g; touch seen");

      both.trace("python3 -c \"" + copy + "\"; until [ -e seen ]; do sleep 0.002; done");

      BothReporters.ended(other, "the other side");
      assertThat(both.ancestors("g", Set.of("../outside/in", "f")))
          .containsExactly("../outside/in", "f");
      both.assertOneGraph();
    }
  }

  @Test
  void recognizesAChildThatUsesTheMountBeforeCloneReturns() throws Exception {
    try (BothReporters both = new BothReporters(directory)) {
      write(both.outside.resolve("in"), "from outside");
      Path program = Path.of("src/test/c/newborn.c").toAbsolutePath();
      both.run("gcc -o $O/newborn " + program);

      both.trace("for i in 1 2 3 4 5; do $O/newborn $O/in born$i & done; wait");

      for (int i = 1; i <= 5; i++) {
        assertThat(both.ancestors("born" + i, Set.of("../outside/in")))
            .containsExactly("../outside/in");
      }
      both.assertOneGraph();
    }
  }

  @Test
  void tracerRecordsFilesThatTheMirrorExcludes() throws Exception {
    try (BothReporters both = new BothReporters(directory, "exclude", "*.o")) {
      both.run("echo 1 > a; echo 2 > b.o");

      both.trace("cat a b.o > c; cat c > d.o; cat d.o > e");

      assertThat(both.ancestors("e", Set.of("a", "b.o", "c", "d.o")))
          .containsExactly("a", "b.o", "c", "d.o");
    }
  }

  /** The tracer identifies unrecorded files in the mount by their path, which the move changes. */
  @ParameterizedTest
  @ValueSource(strings = {"/d/*.csv", "*.csv"})
  void findsContentsOfAMovedUnrecordedDirectory(String include) throws Exception {
    try (BothReporters both = new BothReporters(directory, "include", include)) {
      both.run("echo 1 > a; mkdir d");

      both.trace("cat a > d/x.txt; mv d moved; cat moved/x.txt > $O/out");

      assertThat(both.ancestors("../outside/out", Set.of("a"))).containsExactly("a");
    }
  }

  @Test
  void doesNotDuplicateProcessThatRanInTheMountBeforeItsTrace() throws Exception {
    try (BothReporters both = new BothReporters(directory)) {
      Process shell =
          both.start(
              "echo 1 > a; read x < a; cat a > b; until [ -e go ]; do sleep 0.002; done;"
                  + " read y < b; echo $x$y > c; cat $O/in > d; read z < d; echo $z > e");
      write(both.outside.resolve("in"), "from outside");
      while (!Files.exists(both.mount.resolve("b"))) {
        LockSupport.parkNanos(1_000_000);
      }
      ReporterHandle handle = both.attach(new StraceReporter.Builder().pid(shell.pid()).build());
      while (!Files.readString(Path.of("/proc/" + shell.pid() + "/status"))
          .matches("(?s).*TracerPid:\\s+[1-9].*")) {
        LockSupport.parkNanos(1_000_000);
      }
      write(both.mount.resolve("go"), "go");

      BothReporters.ended(handle);
      BothReporters.ended(shell, "the shell");
      Set<String> inputs = Set.of("a", "b", "d", "../outside/in");
      assertThat(both.ancestors("c", inputs)).containsExactly("a", "b");
      assertThat(both.ancestors("e", inputs)).containsExactly("../outside/in", "a", "b", "d");
      both.assertNoProcessTwice();
    }
  }

  private static void write(Path file, String... lines) throws Exception {
    Files.write(file, List.of(lines));
  }
}
