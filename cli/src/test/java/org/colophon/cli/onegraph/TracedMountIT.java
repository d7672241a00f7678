// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.onegraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.command.KernelEvents;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a FUSE mount that traces the programs that use it, by kernel events. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class TracedMountIT {
  @TempDir private Path temporary;
  private Path directory;

  @BeforeEach
  void requireKernelEvents() throws Exception {
    directory = temporary.toRealPath();
    KernelEvents.assumeFor("ebpf", directory);
  }

  private BothReporters mount() throws Exception {
    return new BothReporters(directory, "trace", "yes");
  }

  @Test
  void findsSourceOfObjectFileWhenAssemblerTextPassesThroughFileOutside() throws Exception {
    try (BothReporters mounted = mount()) {
      mounted.run("echo 'int f(void) { return 1; }' > in.c");

      mounted.run("TMPDIR=$O gcc -c in.c -o out.o");

      assertThat(mounted.ancestors("out.o", Set.of("in.c", "out.o"))).containsExactly("in.c");
      mounted.assertNothingTwice();
    }
  }

  @Test
  void followsDataThroughPipesAndFilesOutsideToLaterPrograms() throws Exception {
    try (BothReporters mounted = mount()) {
      mounted.run("echo a > in; echo b > other");

      mounted.run(
          "cat in | sort | tr a-z A-Z > $O/between; (cat < $O/between) | cat > out;"
              + " cat other > unrelated; text=$(cat in); echo $text > told");

      Set<String> files = Set.of("in", "other", "../outside/between");
      assertThat(mounted.ancestors("out", files)).containsExactly("../outside/between", "in");
      assertThat(mounted.ancestors("told", files)).containsExactly("in");
      assertThat(mounted.ancestors("unrelated", files)).containsExactly("other");
      mounted.assertNothingTwice();
    }
  }

  @Test
  void tracesProgramsThatRanBeforeTheirFamilyUsedTheMount() throws Exception {
    try (BothReporters mounted = mount()) {
      mounted.run("echo a > in; mkfifo $O/ready");

      mounted.run(
          "(read line < $O/ready; cat $O/between > out) & "
              + " cat in > $O/between; echo > $O/ready; wait");

      assertThat(mounted.ancestors("out", Set.of("in", "../outside/between")))
          .containsExactly("../outside/between", "in");
      mounted.assertNothingTwice();
    }
  }

  @Test
  void tracesThreadsThatRanBeforeTheirProcessUsedTheMount() throws Exception {
    String copyInThread =
        "import threading; go = threading.Event(); copy = lambda: go.wait() and"
            + " open('$O/b', 'w').write(open('$O/a').read());"
            + " thread = threading.Thread(target=copy); thread.start();"
            + " open('in').read(); go.set(); thread.join()";
    try (BothReporters mounted = mount()) {
      Files.writeString(mounted.outside.resolve("a"), "a");
      Files.writeString(mounted.mount.resolve("in"), "in");

      mounted.run("python3 -I -c \"" + copyInThread + "\"; cat $O/b > out");

      assertThat(mounted.ancestors("out", Set.of("in", "../outside/a", "../outside/b")))
          .containsExactly("../outside/a", "../outside/b", "in");
      mounted.assertNothingTwice();
    }
  }

  @Test
  void recordsProgramsOfOtherTracerOnce() throws Exception {
    try (BothReporters mounted = mount()) {
      mounted.run("echo a > in");

      mounted.trace("cat in > $O/between; cat $O/between > out");
      mounted.run("cat out > last");

      Set<String> files = Set.of("in", "out", "../outside/between");
      assertThat(mounted.ancestors("last", files))
          .containsExactly("../outside/between", "in", "out");
      mounted.assertNothingTwice();
    }
  }
}
