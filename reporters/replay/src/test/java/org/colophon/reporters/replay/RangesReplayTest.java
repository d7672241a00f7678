// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.bytes.ByteMap.Origin;
import org.colophon.core.model.bytes.ByteMap.Segment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the ranges of files that traced processes write. */
class RangesReplayTest {
  private static final String CREATE = "openat(AT_FDCWD, \"o\", O_RDWR|O_CREAT|O_EXCL, 0600) = 3";
  private static final String FORK =
      "10 clone(child_stack=NULL, flags=SIGCHLD, child_tidptr=0x7f) = 11";

  private static final Pattern RECORD = Pattern.compile("^[0-9]+ ranges /w/o");

  private final ReplayFixture replay = new ReplayFixture();

  @BeforeEach
  void recordRanges() {
    replay.setRanges(true);
  }

  /**
   * Returns the recorded ranges of {@code /w/o} in order: {@code pid from-to}, {@code pid from-to <
   * from-to} for copied ones, {@code pid ?} for unknown offsets, {@code pid from-} for a
   * truncation.
   */
  private List<String> ranges(String... lines) {
    replay.after(lines);
    replay.finish();
    List<String> ranges = new ArrayList<>();
    List<String> records = replay.sink.texts().stream().filter(RECORD.asPredicate()).toList();
    assertThat(records).hasSameSizeAs(replay.sink.records);
    for (int i = 0; i < records.size(); i++) {
      String process = records.get(i).substring(0, records.get(i).indexOf(' '));
      for (ByteMap map : ByteMap.decode(Bytes.of(replay.sink.records.get(i)))) {
        ranges.add(process + " " + text(map));
      }
    }
    return ranges;
  }

  private static String text(ByteMap map) {
    if (map.segments().isEmpty()) {
      return map.offset() + "-";
    }
    Segment segment = map.segments().get(0);
    if (segment.length() == 0) {
      return "?";
    }
    String range = map.offset() + "-" + (map.offset() + segment.length());
    long from = segment.origin() == Origin.COPIED ? segment.parts().get(0).offset() : -1;
    return from < 0 ? range : range + " < " + from + "-" + (from + segment.length());
  }

  @Test
  void followsPositionOfReadsWritesAndSeeks() {
    assertThat(
            ranges(
                CREATE,
                "write(0x3, 0x7f, 0x5) = 0x5",
                "lseek(3, 20, SEEK_SET) = 20",
                "read(0x3, 0x7f, 0x4) = 0x4",
                "writev(0x3, 0x7f, 0x2) = 0x3",
                "pwrite64(0x3, 0x7f, 0x2, 0x32) = 0x2",
                "write(0x3, 0x7f, 0x9) = -1 ENOSPC (No space left on device)",
                "write(0x3, 0x7f, 0x1) = 0x1"))
        .containsExactly("10 0-5", "10 24-28", "10 50-52");
  }

  @Test
  void sharesPositionOfCopiedAndInheritedDescriptors() {
    assertThat(
            ranges(
                CREATE,
                "write(0x3, 0x7f, 0x5) = 0x5",
                "dup2(0x3, 0x1) = 0x1",
                FORK,
                "11 write(0x1, 0x7f, 0x3) = 0x3",
                "10 write(0x3, 0x7f, 0x2) = 0x2",
                "11 lseek(1, 0, SEEK_CUR) = 10"))
        .containsExactly("10 0-5", "10 8-10", "11 5-8");
  }

  @Test
  void keepsOnePositionForEachOpen() {
    assertThat(
            ranges(
                CREATE,
                "openat(AT_FDCWD, \"o\", O_WRONLY) = 4",
                "write(0x3, 0x7f, 0x5) = 0x5",
                FORK,
                "11 write(0x4, 0x7f, 0x2) = 0x2"))
        .containsExactly("10 0-5", "11 0-2");
  }

  @Test
  void appendsAtTheEndOfAFileOfKnownSize() {
    assertThat(
            ranges(
                CREATE,
                "pwrite64(0x3, 0x7f, 0x5, 0x5) = 0x5",
                "openat(AT_FDCWD, \"o\", O_WRONLY|O_APPEND) = 4",
                FORK,
                "11 write(0x4, 0x7f, 0x2) = 0x2",
                "11 pwrite64(0x4, 0x7f, 0x2, 0) = 0x2",
                "10 pwritev2(0x3, 0x7f, 0x1, 0x1e, 0, 0x10) = 0x1"))
        .containsExactly("10 5-10", "10 14-15", "11 10-14");
  }

  @Test
  void marksAppendToAFileOfUnknownSizeUntilItIsCut() {
    assertThat(
            ranges(
                "openat(AT_FDCWD, \"o\", O_WRONLY|O_APPEND) = 3",
                "write(0x3, 0x7f, 0x2) = 0x2",
                "write(0x3, 0x7f, 0x2) = 0x2",
                "ftruncate(0x3, 0) = 0",
                "write(0x3, 0x7f, 0x2) = 0x2"))
        .containsExactly("10 ?", "10 0-2");
  }

  @Test
  void learnsSizeFromSeekToTheEnd() {
    assertThat(
            ranges(
                "openat(AT_FDCWD, \"o\", O_WRONLY|O_APPEND) = 3",
                "lseek(3, 0, SEEK_END) = 70",
                "write(0x3, 0x7f, 0x2) = 0x2"))
        .containsExactly("10 70-72");
  }

  @Test
  void marksWriterOfInheritedDescriptor() {
    assertThat(
            ranges(
                "openat(AT_FDCWD, \"o\", O_WRONLY|O_CREAT|O_TRUNC, 0600) = 4",
                "write(7</w/o>, \"ab\", 2) = 2"))
        .containsExactly("10 ?");
  }

  @Test
  void marksWritersWhoseCallsOverlapOnOnePosition() {
    assertThat(
            ranges(
                CREATE,
                FORK,
                "10 write(0x3, 0x7f, 0x5 <unfinished ...>",
                "11 write(0x3, 0x7f, 0x3) = 0x3",
                "10 <... write resumed>) = 0x5",
                "11 lseek(3, 0, SEEK_END) = 8",
                "11 write(0x3, 0x7f, 0x1) = 0x1"))
        .containsExactly("11 ?", "10 ?", "11 8-9");
  }

  @Test
  void recordsCopiesWithTheirSource() {
    assertThat(
            ranges(
                CREATE,
                "openat(AT_FDCWD, \"i\", O_RDONLY) = 4",
                "copy_file_range(4, [7] => [17], 3, NULL, 10, 0) = 10",
                "sendfile(3, 4, NULL, 5) = 5",
                "sendfile(3, 4, [3] => [5], 2) = 2",
                "copy_file_range(4, NULL, 3, [30], 4, 0) = 4"))
        .containsExactly("10 0-10 < 7-17", "10 10-15 < 0-5", "10 15-17 < 3-5", "10 30-34 < 5-9");
  }

  @Test
  void recordsTruncations() {
    assertThat(
            ranges(
                CREATE,
                "write(0x3, 0x7f, 0x9) = 0x9",
                "ftruncate(0x3, 0x4) = 0",
                "truncate(\"o\", 6) = 0"))
        .containsExactly("10 0-9", "10 4-", "10 6-");
  }

  @Test
  void marksWriterThroughAMapping() {
    assertThat(
            ranges(
                CREATE,
                "write(0x3, 0x7f, 0x9) = 0x9",
                FORK,
                "11 mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3, 0) = 0x7f0000"))
        .containsExactly("10 0-9", "11 ?");
  }

  @Test
  void recordsNothingByDefault() {
    replay.setRanges(false);

    assertThat(ranges(CREATE, "write(0x3, 0x7f, 0x5) = 0x5", "lseek(3, 20, SEEK_SET) = 20"))
        .isEmpty();
  }

  @Test
  void keepsOrderOfOverlappingRangesOfTwoProcesses() {
    Map<Integer, String> writers = new TreeMap<>();
    List<String> ranges =
        ranges(
            CREATE,
            "pwrite64(0x3, 0x7f, 0x9, 0) = 0x9",
            FORK,
            "11 pwrite64(0x3, 0x7f, 0x3, 0x2) = 0x3",
            "10 pwrite64(0x3, 0x7f, 0x1, 0x3) = 0x1");
    for (String range : ranges) {
      String[] parts = range.split("[ -]");
      for (int i = Integer.parseInt(parts[1]); i < Integer.parseInt(parts[2]); i++) {
        writers.put(i, parts[0]);
      }
    }

    assertThat(String.join(" ", writers.values())).isEqualTo("10 10 11 10 11 10 10 10 10");
  }
}
