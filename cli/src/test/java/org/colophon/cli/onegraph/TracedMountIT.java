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

  @Test
  void recordsReadsOfFilesThatArePassedThrough() throws Exception {
    String copies =
        "import mmap, os; a, b, c = (open(f, 'rb') for f in ('sent', 'mapped', 'unread'));"
            + " out = open('outByPython', 'wb'); os.sendfile(out.fileno(), a.fileno(), 0, 9);"
            + " out.write(mmap.mmap(b.fileno(), 0, access=mmap.ACCESS_READ)[:])";
    try (BothReporters mounted = mount()) {
      mounted.run("for f in in sent mapped unread inherited; do echo $f > $f; done");
      assertThat(mounted.counters()).doesNotContainKey("reads");

      mounted.run(
          "exec 3< unread; cat < inherited > outByChild; cp in outByCp; python3 -I -c \""
              + copies
              + "\"");

      Set<String> files = Set.of("in", "sent", "mapped", "unread", "inherited");
      assertThat(mounted.counters()).doesNotContainKey("reads");
      assertThat(mounted.counters().get("filesPassed")).isGreaterThan(5);
      assertThat(mounted.ancestors("outByChild", files)).containsExactly("inherited");
      assertThat(mounted.ancestors("outByCp", files)).containsExactly("in");
      assertThat(mounted.ancestors("outByPython", files)).containsExactly("mapped", "sent");
      mounted.assertNothingTwice();
    }
  }

  @Test
  void keepsOrderOfReadsThatArePassedThroughAndWrites() throws Exception {
    try (BothReporters mounted = mount()) {
      mounted.run("echo early > early; echo late > late; echo first > shared");

      mounted.run(
          "exec 3< shared; read a <&3; echo $a > before; cat early >> shared; read b <&3;"
              + " echo $b > between; cat late >> shared");

      Set<String> files = Set.of("early", "late");
      assertThat(mounted.ancestors("between", files)).containsExactly("early");
      assertThat(mounted.ancestors("before", files)).isEmpty();
      mounted.assertNothingTwice();
    }
  }

  @Test
  void recordsWritesThatArePassedThroughWithoutOrdering() throws Exception {
    try (BothReporters mounted =
        new BothReporters(directory, "trace", "yes", "ordering", "async")) {
      mounted.run(
          "echo a > in; cat in > out; sed -i s/a/b/ out; cat out out > last; echo c > in;"
              + " python3 -I -c \"import mmap, os; f = open('mapped', 'w+b'); f.truncate(9);"
              + " mmap.mmap(f.fileno(), 0)[0:1] = open('in', 'rb').read(1)\"; cat mapped > unmapped");

      Set<String> files = Set.of("in", "out", "mapped");
      assertThat(mounted.counters()).doesNotContainKeys("reads", "writes");
      assertThat(mounted.ancestors("last", files)).containsExactly("in", "out");
      assertThat(mounted.ancestors("unmapped", files)).containsExactly("in", "mapped");
      mounted.assertNothingTwice();
    }
  }

  @Test
  void beginsVersionAtPassedThroughWriteIfSourceWasChangedBefore() throws Exception {
    try (BothReporters mounted =
        new BothReporters(directory, "trace", "yes", "ordering", "async")) {
      mounted.run("echo a > in; cat in > out; cat out > before");
      Files.writeString(mounted.source.resolve("out"), "by hand");
      mounted.run("echo more >> out; cat out > last");

      Set<String> files = Set.of("in", "out");
      assertThat(mounted.counters()).doesNotContainKeys("reads", "writes");
      assertThat(mounted.ancestors("before", files)).containsExactly("in", "out");
      assertThat(mounted.ancestors("last", files)).containsExactly("out");
    }
  }
}
