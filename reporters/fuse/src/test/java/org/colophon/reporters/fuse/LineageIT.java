// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.Gap;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests lineage that was recorded only through a mount. */
class LineageIT {
  private static final long LOOK_NANOS = 10_000_000;

  @TempDir Path directory;

  @Test
  void solvesVersionPuzzleOfCutRenamedAndRemovedFiles() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run(
          "echo a > a; echo b > b; cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f 2>&- || true;"
              + "echo c > c; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w; rm f; cat b>f;"
              + "cat f>v; sort a | tr a-z A-Z > p");

      assertThat(mounted.ancestors("x")).contains("a").doesNotContain("b", "c");
      assertThat(mounted.ancestors("y")).contains("b").doesNotContain("a", "c");
      assertThat(mounted.ancestors("z")).contains("b", "c").doesNotContain("a");
      assertThat(mounted.ancestors("w")).contains("a").doesNotContain("b", "c");
      assertThat(mounted.ancestors("v")).contains("b").doesNotContain("a", "c");
    }
  }

  @Test
  void beginsVersionForChangesInSource() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      Files.writeString(mounted.source.resolve("in"), "one");
      mounted.run("cat in > a; echo more >> in; touch in; cat in > b; cat in > own");
      Files.writeString(mounted.source.resolve("own"), "by hand");
      Files.writeString(mounted.source.resolve("in"), "two");
      mounted.run("cat in > c; cat own > d; cat in own > e");

      assertThat(cutsBy(mounted, "in")).containsExactly(0L);
      assertThat(cutsBy(mounted, "own")).containsExactly(0L);
      assertThat(mounted.ancestors("d")).containsExactly("own");
      assertThat(mounted.ancestors("b")).containsExactly("in");
      assertThat(cutsBy(mounted, "a")).isEmpty();
    }
  }

  /** Linux sends the release of a file after the close, so the change may come between. */
  @Test
  void beginsVersionForChangeInSourceBetweenCloseAndRelease() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run(
          "exec 3>own; echo mine >&3; exec 4>&3 3>&-; echo other > %s/own; exec 4>&-; cat own > d"
              .formatted(mounted.source));

      assertThat(cutsBy(mounted, "own")).containsExactly(0L);
    }
  }

  /** The assembler's text passes through a file outside, so its source is not known. */
  @Test
  void marksAnswersIncompleteIfTemporaryFileIsOutside() throws Exception {
    Path outside = Files.createDirectory(directory.resolve("outside"));
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run(
          "echo 'int f(void) { return 1; }' > in.c; TMPDIR=%s gcc -c in.c -o out.o"
              .formatted(outside));

      assertThat(mounted.ancestors("out.o")).doesNotContain("in.c");
      assertThat(lossesOf(mounted, "out.o", Direction.ANCESTORS)).contains(GapCause.NOT_TRACED);
      assertThat(lossesOf(mounted, "in.c", Direction.DESCENDANTS)).contains(GapCause.NOT_TRACED);
    }
  }

  private static List<GapCause> lossesOf(Mounted mounted, String name, Direction direction) {
    LineageQuery query =
        LineageQuery.builder().root(Root.object(mounted.object(name))).direction(direction).build();
    return new LineageEngine(mounted.reader())
        .collect(query).summary().gaps().stream().map(Gap::cause).toList();
  }

  private static List<Long> cutsBy(Mounted mounted, String name) {
    List<Long> processes = new ArrayList<>();
    mounted
        .reader()
        .cuts(mounted.object(name), (process, begin, end, nanos) -> processes.add(process));
    return processes;
  }

  @Test
  void attributesEarlierWritesWhenFileEntersScope() throws Exception {
    try (Mounted mounted = new Mounted(directory, "include", "*.txt", "exclude", "/secret")) {
      mounted.run(
          "echo 1 > a.txt; mkdir d secret; cat a.txt > n.part; mv n.part b.txt;"
              + " cat b.txt > n.part; echo other > m.txt; ln n.part c.txt; sed -i s/1/2/ m.txt;"
              + " cat a.txt > d/n.part; truncate -s 0 d/n.part; mv d/n.part e.txt; cat e.txt;"
              + " cat a.txt > secret/n.part; mv secret/n.part s.txt; cat s.txt");

      assertThat(mounted.ancestors("b.txt")).containsExactly("a.txt");
      assertThat(mounted.ancestors("c.txt")).containsExactly("a.txt", "b.txt");
      assertThat(mounted.ancestors("m.txt")).contains("m.txt");
      assertThat(mounted.ancestors("e.txt")).isEmpty();
      assertThat(mounted.ancestors("s.txt")).isEmpty();
    }
  }

  @Test
  void attributesEarlierWritesWhenDirectoryEntersScope() throws Exception {
    try (Mounted mounted = new Mounted(directory, "include", "/in,/out")) {
      mounted.run(
          "mkdir in work; echo 1 > in/a; cat in/a > work/b; mv work out; cat out/b > /dev/null");

      assertThat(mounted.ancestors("out/b")).containsExactly("in/a");
    }
  }

  @Test
  @Timeout(120)
  void publishesWaitingAccessesInOrderOfLastUse() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run(
          "echo 123 > a; python3 -c 'import os\n"
              + "a = os.open(\"a\", os.O_RDONLY)\n"
              + "x, y = [os.open(n, os.O_WRONLY | os.O_CREAT) for n in \"xy\"]\n"
              + "def read(): os.read(a, 1)\n"
              + "def write(to): os.write(to, b\"1\")\n"
              + "write(x); read(); write(y)\n"
              + "write(x); read(); write(y)\n"
              + "write(y); read(); write(x)'");

      long last = last(mounted, "a", AccessMode.READ);
      assertThat(last(mounted, "y", AccessMode.WRITE)).isLessThan(last);
      assertThat(last(mounted, "x", AccessMode.WRITE)).isGreaterThan(last);
    }
  }

  /**
   * Returns the last LSN of an access. Waits for the close of the file, because Linux reports it
   * late.
   */
  private static long last(Mounted mounted, String name, AccessMode mode) {
    AtomicLong latest = new AtomicLong(Lsn.LATEST);
    while (latest.get() == Lsn.LATEST) {
      LockSupport.parkNanos(LOOK_NANOS);
      latest.set(0);
      mounted
          .reader()
          .accessesOfObject(
              mounted.object(name),
              mode.bit(),
              (process, object, kind, first, last, count, bytes, begin, end) ->
                  latest.accumulateAndGet(last, Math::max));
    }
    return latest.get();
  }
}
