// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.bytes.ByteMap.Origin;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.bytes.ByteLineage;
import org.colophon.query.bytes.ByteOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which program wrote each range of a file in a mount. */
class RangesIT {
  @TempDir Path directory;

  /** Returns the ranges of a file, such as {@code 0-2 by cat} or {@code 0-2 by cp from a 0-2}. */
  private static String ranges(Mounted mounted, String name) {
    LineageReader reader = mounted.reader();
    ByteLineage lineage = new ByteLineage(reader, 10_000);
    long object = mounted.object(name);
    long end = lineage.end(object, Lsn.LATEST);
    return lineage.origins(object, 0, end, Lsn.LATEST).stream()
        .map(origin -> text(reader, origin))
        .collect(Collectors.joining(", "));
  }

  private static String text(LineageReader reader, ByteOrigin origin) {
    String range = range(origin.offset(), origin.length()) + " by " + program(reader, origin);
    return origin.how() == Origin.UNKNOWN
        ? range
        : origin.inputs().stream()
            .map(part -> name(reader, part.object()) + " " + range(part.offset(), part.length()))
            .collect(Collectors.joining(", ", range + " from ", ""));
  }

  private static String range(long from, long length) {
    return from + "-" + (from + length);
  }

  private static String program(LineageReader reader, ByteOrigin origin) {
    return origin.writer() == 0
        ? "nobody"
        : Path.of(reader.process(origin.writer()).declaration().executable().toString())
            .getFileName()
            .toString()
            .replaceAll("[0-9.]", "");
  }

  private static String name(LineageReader reader, long object) {
    return Path.of(reader.namesOf(object).get(0).path().toString()).getFileName().toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"async", "ordered", "strict"})
  void namesEachProgramThatAppended(String ordering) throws Exception {
    try (Mounted mounted = new Mounted(directory, "ranges", "true", "ordering", ordering)) {
      mounted.run("echo 123 > f; seq 3 >> f");
      mounted.run("head -c 3 /dev/zero >> f");

      assertThat(ranges(mounted, "f")).isEqualTo("0-4 by bash, 4-10 by seq, 10-13 by head");
    }
  }

  @Test
  void splitsOutputThatSeveralProgramsInherited() throws Exception {
    try (Mounted mounted = new Mounted(directory, "ranges", "true")) {
      mounted.run("{ seq 2; head -c 3 /dev/zero; seq 2; echo 1; } > f");

      assertThat(ranges(mounted, "f"))
          .isEqualTo("0-4 by seq, 4-7 by head, 7-11 by seq, 11-13 by bash");
    }
  }

  @Test
  void namesProgramThatOverwroteARange() throws Exception {
    try (Mounted mounted = new Mounted(directory, "ranges", "true")) {
      mounted.run(
          "exec 3<> f; head -c 10000 /dev/zero >&3; seq 1 | dd of=f conv=notrunc bs=1 seek=5000"
              + " status=none; exec 3>&-");

      assertThat(ranges(mounted, "f"))
          .isEqualTo("0-5000 by head, 5000-5002 by dd, 5002-10000 by head");
    }
  }

  @Test
  void namesSourceOfRangesThatTheKernelCopied() throws Exception {
    try (Mounted mounted = new Mounted(directory, "ranges", "true")) {
      mounted.run(
          """
          seq 1000 > in; head -c 100 /dev/zero > out
          cp --reflink=never in copy
          python3 -c 'import os
          i, o = os.open("in", os.O_RDONLY), os.open("out", os.O_WRONLY)
          assert os.copy_file_range(i, o, 30, 7, 20) == 30
          assert os.copy_file_range(i, o, 30, 37, 50) == 30'
          """);

      assertThat(ranges(mounted, "out"))
          .isEqualTo("0-20 by head, 20-80 by python from in 7-67, 80-100 by head");
      assertThat(ranges(mounted, "copy")).isIn("0-3893 by cp from in 0-3893", "0-3893 by cp");
    }
  }

  @Test
  void omitsBytesThatATruncationCutOff() throws Exception {
    try (Mounted mounted = new Mounted(directory, "ranges", "true")) {
      mounted.run("head -c 100 /dev/zero > f; truncate -s 40 f; truncate -s 60 f");
      assertThat(ranges(mounted, "f")).isEqualTo("0-40 by head");

      mounted.run("seq 2 >> f; truncate -s 62 f");
      assertThat(ranges(mounted, "f")).isEqualTo("0-40 by head, 60-62 by seq");

      mounted.run("seq 1 > f");
      assertThat(ranges(mounted, "f")).isEqualTo("0-2 by seq");
    }
  }

  @Test
  void attributesPunchedAndZeroedRangesToTheProgram() throws Exception {
    try (Mounted mounted = new Mounted(directory, "ranges", "true")) {
      mounted.run(
          "head -c 20000 /dev/zero > f; fallocate -p -o 4096 -l 4096 f; fallocate -l 30000 f;"
              + " fallocate -z -n -o 12288 -l 100000 f");

      assertThat(ranges(mounted, "f"))
          .isEqualTo(
              "0-4096 by head, 4096-8192 by fallocate, 8192-12288 by head,"
                  + " 12288-30000 by fallocate");
    }
  }

  /** The page also contains bytes that another program wrote; the mapping's writer is unknown. */
  @Test
  void namesNobodyForBytesWrittenThroughAMapping() throws Exception {
    try (Mounted mounted = new Mounted(directory, "ranges", "true")) {
      mounted.run(
          """
          head -c 10000 /dev/zero > f
          python3 -c 'import mmap, os
          with mmap.mmap(os.open("f", os.O_RDWR), 0) as m:
              m[5000:5003] = b"abc"
              m.flush()'
          """);

      assertThat(ranges(mounted, "f"))
          .isEqualTo("0-4096 by head, 4096-8192 by nobody, 8192-10000 by head");
    }
  }

  @Test
  void namesNobodyForBytesOfAnUnrecordedUser() throws Exception {
    try (Mounted mounted = new Mounted(directory, "ranges", "true", "users", "root")) {
      mounted.run(
          "head -c 100 /dev/zero > f; chmod 777 . f; exec 3>> f;"
              + " setpriv --reuid 65534 --clear-groups sh -c 'seq 2 >> f'; seq 3 >&3");

      assertThat(ranges(mounted, "f"))
          .isEqualTo("0-100 by head, 100-104 by nobody, 104-110 by seq");
    }
  }

  @Test
  void followsAppendsBesideAnotherUserOfTheSource() throws Exception {
    try (Mounted mounted = new Mounted(directory, "ranges", "true")) {
      mounted.run(
          "exec 3>> f; seq 2 >&3; seq 5 >> %s/f; seq 3 >&3; seq 1 >&3".formatted(mounted.source));

      assertThat(ranges(mounted, "f")).isEqualTo("0-4 by seq, 14-20 by seq, 20-22 by seq");
    }
  }

  @Test
  void recordsNothingByDefault() throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("seq 2 > f; truncate -s 3 f; cp f g");

      assertThat(ranges(mounted, "f")).isEmpty();
      assertThat(ranges(mounted, "g")).isEmpty();
    }
  }

  @Test
  void answersManyRandomWritesOfTwoPrograms() throws Exception {
    String script =
        """
        import os, random, sys
        random.seed(int(sys.argv[1]))
        f = os.open("f", os.O_WRONLY | os.O_CREAT)
        for i in range(5000):
            os.pwrite(f, sys.argv[1].encode() * 4096, 4096 * random.randrange(20000))
        """;
    try (Mounted mounted = new Mounted(directory, "ranges", "true")) {
      mounted.run("cat > s <<'E'\n" + script + "\nE\npython3 s 1 & python3 s 2; wait");
      String content =
          mounted.run(
              "python3 -c 'd = open(\"f\", \"rb\").read(); print(*[d[i] for i in range(0, len(d),"
                  + " 4096)])'");
      List<String> pages = List.of(content.strip().split(" "));

      LineageReader reader = mounted.reader();
      ByteLineage lineage = new ByteLineage(reader, 100_000);
      long object = mounted.object("f");
      long end = lineage.end(object, Lsn.LATEST);
      String[] found = new String[pages.size()];
      Arrays.fill(found, "0");
      for (ByteOrigin each : lineage.origins(object, 0, end, Lsn.LATEST)) {
        Bytes seed = reader.process(each.writer()).declaration().arguments().get(2);
        int last = (int) ((each.offset() + each.length()) / 4096);
        Arrays.fill(found, (int) (each.offset() / 4096), last, "" + seed.at(0));
      }
      assertThat(found).containsExactly(pages.toArray(String[]::new));
    }
  }
}
