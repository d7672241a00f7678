// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Creates, links, moves and removes files and directories at random, and compares the recorded
 * names with the real ones.
 */
@Timeout(120)
class NamesIT {
  private static final int FEW_STEPS = Math.min(2_000, Effort.times(600));

  private static final String WORK =
      """
      python3 - <<'END'
      import ctypes, os, random
      libc = ctypes.CDLL(None)
      seed, processes, steps = %d, %d, %d
      def name(r):
          parts = [r.choice(['d', 'e']) for _ in range(r.choice([0, 0, 1, 1, 2]))]
          return '/'.join(parts + [r.choice(['a', 'b', 'c', 'd', 'e'])])
      def step(r):
          one, other = name(r), name(r)
          kind = r.randrange(10)
          if kind < 2: os.close(os.open(one, os.O_CREAT | os.O_WRONLY))
          elif kind == 2: os.mkdir(one)
          elif kind < 5: os.rename(one, other)
          elif kind == 5: libc.renameat2(-100, one.encode(), -100, other.encode(), 2)
          elif kind == 6: os.link(one, other)
          elif kind == 7: os.unlink(one)
          elif kind == 8: os.rmdir(one)
          else: open(one, 'r+').read()
      def work(number):
          r = random.Random(seed * 100 + number)
          for _ in range(steps):
              try: step(r)
              except OSError: pass
      children = []
      for number in range(processes):
          child = os.fork()
          if child == 0:
              work(number)
              os._exit(0)
          children.append(child)
      for child in children: os.waitpid(child, 0)
      open('last', 'w')
      END
      """;

  private static final String EXCHANGE =
      """
      python3 -c 'import ctypes; ctypes.CDLL(None).renameat2(-100, b"e", -100, b"o", 2)'
      """;

  @TempDir Path directory;

  private static Map<Path, Object> inodes(Path parent) throws IOException {
    Map<Path, Object> inodes = new HashMap<>();
    try (Stream<Path> files = Files.walk(parent)) {
      for (Path file : files.filter(each -> !each.equals(parent)).toList()) {
        inodes.put(file, Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS));
      }
    }
    return inodes;
  }

  private static Path path(NameBinding binding) {
    return Path.of(binding.path().display());
  }

  private void knows(Mounted mounted, Path parent) throws IOException {
    LineageReader reader = mounted.reader();
    Map<Path, Object> inodes = inodes(parent);
    Map<Object, Long> objects = new HashMap<>();
    TreeSet<String> faults = new TreeSet<>();
    inodes.forEach(
        (file, inode) -> {
          long object = reader.resolve(Bytes.of(file.toString()), Lsn.LATEST);
          Long before = object == 0 ? null : objects.putIfAbsent(inode, object);
          if (before != null && before != object) {
            faults.add(file + " is " + object + ", its other name " + before);
          }
        });
    assertThat(objects.values()).doesNotHaveDuplicates();
    for (long object = 1; object <= mounted.object("last"); object++) {
      for (NameBinding binding : reader.namesOf(object)) {
        Path file = path(binding);
        if (binding.toLsn() == Lsn.OPEN && file.startsWith(parent) && !file.equals(parent)) {
          Long is = inodes.containsKey(file) ? objects.get(inodes.get(file)) : Long.valueOf(0);
          if (is == null || is != object) {
            faults.add(file + " is said to be " + object + " and is " + is);
          }
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  private void bindsNamesToObjects(int seed, int processes, int steps) throws Exception {
    try (Mounted mounted = new Mounted(directory, "ordering", "async", "attribute-timeout", "0")) {
      mounted.run(WORK.formatted(seed, processes, steps));
      knows(mounted, mounted.mount);
      knows(mounted, mounted.source);
    }
  }

  @Test
  void bindsNamesWhileOneProcessRenames() throws Exception {
    bindsNamesToObjects(1, 1, Math.min(10_000, Effort.times(3_000)));
  }

  @Test
  void bindsNamesWhileSeveralProcessesRename() throws Exception {
    bindsNamesToObjects(2, 8, FEW_STEPS);
  }

  /** Checks that each recorded name is correct. Objects may lack names. */
  private void recordsNothingWrong(Mounted mounted, Path parent) throws IOException {
    LineageReader reader = mounted.reader();
    Map<Path, Object> inodes = inodes(parent);
    Map<Object, Long> objects = new HashMap<>();
    TreeSet<String> faults = new TreeSet<>();
    for (long object = 1; object <= mounted.object("last"); object++) {
      for (NameBinding binding : reader.namesOf(object)) {
        Path file = path(binding);
        if (binding.toLsn() == Lsn.OPEN && file.startsWith(parent) && !file.equals(parent)) {
          Object inode = inodes.getOrDefault(file, "nothing");
          Long other = objects.putIfAbsent(inode, object);
          if (inode.equals("nothing") || other != null && other != object) {
            faults.add(file + " is said to be " + object + " and is " + inode + ", " + other);
          }
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'a,b,last', ''",
    "'', 'c,d'",
    "'', '/d/e,/d/a'",
    "'/d/e,/d/*,/e,last', 'c'",
    "'*', 'd/**/d'"
  })
  void recordsOnlyCorrectNamesWithinScope(String include, String exclude) throws Exception {
    String[] scope = {"include", include, "exclude", exclude, "attribute-timeout", "0"};
    try (Mounted mounted = new Mounted(directory, scope)) {
      mounted.run(WORK.formatted(3, 4, FEW_STEPS));
      recordsNothingWrong(mounted, mounted.mount);
      recordsNothingWrong(mounted, mounted.source);
    }
  }

  /** Renames an unrecorded directory that contains recorded files. */
  @ParameterizedTest
  @CsvSource({"*.csv, ''", "**/*.csv, ''", "'', *.txt", "*.csv, /away"})
  void namesFileAfterUnrecordedDirectoryMoved(String include, String exclude) throws Exception {
    try (Mounted mounted = new Mounted(directory, "include", include, "exclude", exclude)) {
      mounted.run("mkdir -p d e/d; echo > d/x.csv; echo > e/d/y.csv; echo > d/z.txt");
      long x = mounted.object("d/x.csv");
      long y = mounted.object("e/d/y.csv");
      mounted.run("mv d moved; mkdir o");
      mounted.run(EXCHANGE);

      assertThat(x).isPositive();
      assertThat(mounted.object("moved/x.csv")).isEqualTo(x);
      assertThat(mounted.object("d/x.csv")).isZero();
      assertThat(mounted.object("o/d/y.csv")).isEqualTo(y);
      assertThat(mounted.object("e/d/y.csv")).isZero();
    }
  }

  @Test
  void declaresNothingWhenUnrecordedDirectoryMoves() throws Exception {
    try (Mounted mounted = new Mounted(directory, "include", "*.csv")) {
      mounted.run("mkdir d; echo > d/x.txt; echo > a.csv; mv d moved");

      assertThat(mounted.object("a.csv")).isPositive();
      assertThat(mounted.object("moved")).isZero();
      assertThat(mounted.object("d")).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"/d/*.csv, ''", "d/*.csv, moved", "'d,x*', ''"})
  void unbindsNamesOfDirectoryMovedOutOfScope(String include, String exclude) throws Exception {
    try (Mounted mounted = new Mounted(directory, "include", include, "exclude", exclude)) {
      mounted.run("mkdir d; echo > d/x.csv");
      assertThat(mounted.object("d/x.csv")).isPositive();
      mounted.run("mv d moved");

      assertThat(mounted.object("d/x.csv")).isZero();
    }
  }

  @Test
  void findsFileByBothNamesLinkedInSource() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      Files.writeString(mounted.source.resolve("one"), "text");
      Files.createLink(mounted.source.resolve("other"), mounted.source.resolve("one"));
      mounted.run("cat one; cat other > copy");

      assertThat(mounted.object("one")).isPositive();
      assertThat(mounted.object("other")).isEqualTo(mounted.object("one"));
      assertThat(mounted.ancestors("copy")).containsExactlyInAnyOrder("one", "other");
    }
  }

  @Test
  void namesFileMovedInSourceAtNextUse() throws Exception {
    String[] fresh = {"entry-timeout", "0", "attribute-timeout", "0"};
    try (Mounted mounted = new Mounted(directory, fresh)) {
      mounted.run("echo > f; mkdir d; echo > d/x");
      long f = mounted.object("f");
      long x = mounted.object("d/x");
      Files.move(mounted.source.resolve("f"), mounted.source.resolve("g"));
      Files.move(mounted.source.resolve("d"), mounted.source.resolve("e"));
      mounted.run("cat g e/x");

      assertThat(mounted.object("g")).isEqualTo(f).isPositive();
      assertThat(mounted.object("e/x")).isEqualTo(x).isPositive();
    }
  }

  @Test
  void recordsAccessByIncludedHardLink() throws Exception {
    try (Mounted mounted = new Mounted(directory, "include", "*.csv")) {
      Files.writeString(mounted.source.resolve("a.part"), "text");
      Files.createLink(mounted.source.resolve("a.csv"), mounted.source.resolve("a.part"));
      mounted.run("cat a.part; cat a.csv > b.csv; cat a.part; cat a.csv > c.csv");

      assertThat(mounted.ancestors("b.csv")).containsExactly("a.csv");
      assertThat(mounted.ancestors("c.csv")).containsExactly("a.csv");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "f,g,h"})
  void bindsNameOfNewLinkOnce(String include) throws Exception {
    try (Mounted mounted = new Mounted(directory, "include", include)) {
      mounted.run("echo > f; ln f g; cat f; cat g; mv g h; cat f; cat h");

      assertThat(mounted.reader().namesOf(mounted.object("f")))
          .filteredOn(binding -> binding.path().display().startsWith(mounted.mount.toString()))
          .extracting(binding -> mounted.mount.relativize(path(binding)).toString())
          .containsExactlyInAnyOrder("f", "g", "h");
    }
  }
}
