// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.Inspector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextInspectorTest {
  @TempDir Path directory;

  private static String numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> i + "\n").collect(Collectors.joining());
  }

  @Test
  void writesAUnifiedDiffWhenALineChanged() throws IOException {
    assertThat(Inspected.patch("one\ntwo\nthree\n", "one\n2\nthree\n"))
        .isEqualTo(
            """
            --- /lab/a.txt
            +++ /lab/a.txt
            @@ -1,3 +1,3 @@
             one
            -two
            +2
             three
            """);
  }

  @Test
  void namesNoFileThatIsNewOrDeleted() throws IOException {
    assertThat(Inspected.patch(null, "a\n"))
        .isEqualTo("--- /dev/null\n+++ /lab/a.txt\n@@ -0,0 +1 @@\n+a\n");
    assertThat(Inspected.patch("a", null))
        .isEqualTo(
            "--- /lab/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n");
  }

  /** diff and git write names in this form, so that patch finds the end of the name. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "a, b, my notes.txt, my notes.txt",
        "none, b, none, my notes.txt",
        "a, none, my notes.txt, none"
      })
  void endsANameWithSpacesByATab(String before, String after, String beforeName, String afterName)
      throws IOException {
    String patch =
        Inspected.patch(
            "/lab/my notes.txt", Inspected.bytes(before), Inspected.bytes(after), 0, Map.of());
    assertThat(patch)
        .startsWith("--- %s\n+++ %s\n@@ ".formatted(inPatch(beforeName), inPatch(afterName)));
  }

  private static String inPatch(String name) {
    return name == null ? "/dev/null" : "/lab/" + name + "\t";
  }

  @Test
  void beginsWithSizesAndDigestsOfBothContents() throws IOException {
    byte[] before = Inspected.bytes("a\n");
    Change change =
        Change.of(
            Bytes.of("/lab/a.txt"),
            "text/plain",
            Inspected.content(before),
            Inspected.content(Inspected.bytes("a\nb\n")));
    Finding found = new TextInspectorFactory().create(Map.of()).inspect(change).get(0);
    assertThat(found.data().toString())
        .startsWith(
            """
            # colophon: before size=2 sha256=87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7
            # colophon: after size=4 sha256=911169ddaaf146aff539f58c26c489af3b892dff0fe283c1c264c65ae5aa59a2
            --- /lab/a.txt
            """);
  }

  @Test
  void reportsNothingWhenNothingChanged() throws IOException {
    assertThat(Inspected.patch("same", "same")).isEmpty();
  }

  @Test
  void readsOnlyTheEndAfterAnAppend() throws IOException {
    String before = numbers(0, 50_000);
    Counting counted = new Counting(Inspected.content((before + "new\n").getBytes(UTF_8)));
    Change change =
        new Change(
            Bytes.of("/lab/a.txt"),
            "text/plain",
            Inspected.content(before.getBytes(UTF_8)),
            counted,
            before.length());
    Finding found = new TextInspectorFactory().create(Map.of()).inspect(change).get(0);
    assertThat(Inspected.withoutStates(found.data()))
        .isEqualTo(
            "--- /lab/a.txt\n+++ /lab/a.txt\n@@ -49998,3 +49998,4 @@\n"
                + " 49997\n 49998\n 49999\n+new\n");
    assertThat(counted.readBytes()).isLessThan(100);
  }

  /** Appends are frequent, and each allocated array costs its initialization. */
  @Test
  void takesLittleMemoryWhenASmallFileIsAppendedTo() throws IOException {
    byte[] before = numbers(0, 2_000).getBytes(UTF_8);
    byte[] after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = '\n';
    Change change =
        new Change(
            Bytes.of("/lab/a.txt"),
            "text/plain",
            Inspected.content(before),
            Inspected.content(after),
            before.length);
    Inspector inspector = new TextInspectorFactory().create(Map.of());
    inspector.inspect(change);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadAllocatedBytes();
    List<Finding> found = inspector.inspect(change);
    long allocated = threads.getCurrentThreadAllocatedBytes() - start;

    assertThat(before).hasSizeBetween(8 << 10, 16 << 10);
    assertThat(found).hasSize(1);
    assertThat(allocated).isBetween(1L, 40L << 10);
  }

  @Test
  void reportsAppendedLinesOfTenGigabytes() throws IOException {
    Path file = directory.resolve("sparse.txt");
    long size = 10L << 30;
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.write("head\n".repeat(2_000).getBytes(UTF_8));
      String tail = "line\n".repeat(5_000);
      sparse.seek(size - tail.length());
      sparse.write((tail + "new\n").getBytes(UTF_8));
    }
    Content after = Contents.of(file);
    Content before = new Prefix(after, size);
    Change change = new Change(Bytes.of("/lab/a.txt"), "text/plain", before, after, size);
    List<Finding> found = new TextInspectorFactory().create(Map.of("context", "0")).inspect(change);
    assertThat(Inspected.withoutStates(found.get(0).data()))
        .isEqualTo(
            """
            # lines are counted from byte 10737418240 on
            --- /lab/a.txt
            +++ /lab/a.txt
            @@ -0,0 +1 @@
            +new
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ISO-8859-1", "UTF-16LE", "UTF-16BE", "windows-1252"})
  void reportsEncodingsOtherThanUtf8(String name) throws IOException {
    Charset charset = Charset.forName(name);
    String patch =
        Inspected.patch(
            "na\u00efve old text\n".getBytes(charset),
            "na\u00efve new text\n".getBytes(charset),
            0,
            Map.of());
    String told = name.startsWith("windows") ? "ISO-8859-1" : name;
    assertThat(patch).startsWith("# encoding: " + told + "\n").contains("-na\u00efve old text\n");
  }

  @Test
  void reportsBothEncodingsWhenTheyDiffer() throws IOException {
    byte[] before = "\u00e9t\u00e9\n".getBytes(ISO_8859_1);
    byte[] after = "\u00e9t\u00e9\n".getBytes(UTF_8);
    assertThat(Inspected.patch(before, after, 0, Map.of()))
        .startsWith("# encoding: ISO-8859-1 before, UTF-8 after\n");
  }

  @Test
  void rejectsALargeTextOfWideCharactersWithoutAMark() {
    byte[] before = "wide\n".repeat(1_000_000).getBytes(UTF_16LE);
    byte[] after = Arrays.copyOf(before, before.length + 2);
    assertThatThrownBy(() -> Inspected.patch(before, after, before.length, Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("10000000 bytes before, 10000002 after");
  }

  @Test
  void doesNotReadALargeNewBinary() {
    byte[] after = new byte[17 << 20];
    Arrays.fill(after, (byte) 'x');
    Counting now = new Counting(Inspected.content(after));
    Change change = Change.of(Bytes.of("/lab/a.txt"), "text/plain", Content.absent(), now);
    assertThatThrownBy(() -> new TextInspectorFactory().create(Map.of()).inspect(change))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a new file of this size");
    assertThat(now.readBytes()).isLessThan(1 << 20);
  }

  @Test
  void rejectsAVeryLongLineBeforeTheChange() throws IOException {
    byte[] before = new byte[17 << 20];
    Arrays.fill(before, (byte) 'x');
    Counting old = new Counting(Inspected.content(before));
    Counting now = new Counting(Inspected.content(Arrays.copyOf(before, before.length + 1)));
    Change change = new Change(Bytes.of("/lab/a.txt"), "text/plain", old, now, before.length);
    assertThatThrownBy(() -> new TextInspectorFactory().create(Map.of()).inspect(change))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "a line of more than 16777216 bytes lies before the change:"
                + " 17825792 bytes before, 17825793 after");
    assertThat(now.readBytes()).isZero();
  }

  @Test
  void keepsUtf8ByteOrderMarksAsText() throws IOException {
    assertThat(Inspected.patch("\ufeffa\n", "\ufeffb\n"))
        .endsWith("@@ -1 +1 @@\n-\ufeffa\n+\ufeffb\n");
    assertThat(Inspected.patch("a\n", "\ufeffa\n")).endsWith("@@ -1 +1 @@\n-a\n+\ufeffa\n");
  }

  @Test
  void keepsEveryByteOfAMalformedTextWithAMark() throws IOException {
    byte[] before = "\u00ef\u00bb\u00bfa\u00ff\n".getBytes(ISO_8859_1);
    byte[] after = "\u00ef\u00bb\u00bfa\u00fe\n".getBytes(ISO_8859_1);
    assertThat(Inspected.patch(before, after, 0, Map.of()))
        .startsWith("# encoding: ISO-8859-1\n")
        .endsWith("-\u00ef\u00bb\u00bfa\u00ff\n+\u00ef\u00bb\u00bfa\u00fe\n");
  }

  @Test
  void reportsAnAddedOrRemovedByteOrderMark() throws IOException {
    byte[] with = "\ufeffa\n".getBytes(UTF_16LE);
    byte[] without = "a\n".getBytes(UTF_16LE);
    assertThat(Inspected.patch(without, with, 0, Map.of()))
        .startsWith("# encoding: UTF-16LE\n# byte order mark: added\n");
    assertThat(Inspected.patch(with, without, 0, Map.of()))
        .startsWith("# encoding: UTF-16LE\n# byte order mark: removed\n");
    assertThat(Inspected.patch(with, null, 0, Map.of())).doesNotContain("byte order mark");
  }

  @Test
  void skipsByteOrderMarksOfWideCharacters() throws IOException {
    byte[] before = "\ufeffa\n".getBytes(UTF_16LE);
    byte[] after = "\ufeffb\n".getBytes(UTF_16BE);
    assertThat(Inspected.patch(before, after, 0, Map.of()))
        .contains("# encoding: UTF-16LE before, UTF-16BE after", "@@ -1 +1 @@\n-a\n+b\n");
  }

  @Test
  void reportsThatAFileIsBinary() throws IOException {
    byte[] binary = {0, 1, 2, 3, 4};
    assertThat(Inspected.patch("text\n".getBytes(UTF_8), binary, 0, Map.of()))
        .isEqualTo("# binary content differs: 5 bytes before, 5 after\n");
  }

  @Test
  void staysBoundedWhenAllLinesDiffer() throws IOException {
    String patch = Inspected.patch(numbers(0, 100_000), numbers(100_000, 200_000));
    assertThat(patch.length()).isLessThan(300_000);
    assertThat(patch).startsWith("# truncated: ");
  }

  @Test
  void staysBoundedWhenTheSameLinesAreShuffled() throws IOException {
    List<String> lines =
        IntStream.range(0, 50_000).mapToObj(i -> "line " + i + "\n").collect(Collectors.toList());
    String before = String.join("", lines);
    Collections.shuffle(lines, new Random(7));
    String patch = Inspected.patch(before, String.join("", lines));
    assertThat(patch).startsWith("# truncated: ").hasSizeLessThan(300_000);
  }

  @Test
  void staysBoundedWhenTwoLinesAlternate() throws IOException {
    Random random = new Random(11);
    String one =
        IntStream.range(0, 40_000)
            .mapToObj(i -> random.nextBoolean() ? "a\n" : "b\n")
            .collect(Collectors.joining());
    String other =
        IntStream.range(0, 40_000)
            .mapToObj(i -> random.nextBoolean() ? "a\n" : "b\n")
            .collect(Collectors.joining());
    assertThat(Inspected.apply(one, Inspected.patch(one, other))).isEqualTo(other);
  }

  @Test
  void cutsALongLineAndReportsIt() throws IOException {
    String patch = Inspected.patch("x".repeat(4_000_000), "y".repeat(4_000_000) + "\n");
    assertThat(patch)
        .startsWith("# truncated: 2 lines are cut to 4000 characters\n")
        .contains("x ... (4000000 characters)\n")
        .hasSizeLessThan(10_000);
  }

  @Test
  void cutsALongLineBetweenCharacters() throws IOException {
    String patch = Inspected.patch("", "x".repeat(3_999) + "\ud83d\ude00".repeat(9));
    assertThat(patch).contains("x ... (4017 characters)\n").doesNotContain("?");
  }

  @Test
  void keepsTheLinesAfterTheLastChangeWhenItReachesTheLimit() throws IOException {
    String before = "a\nb\nc\nold\nd\ne\nf\ng\n";
    String after = before.replace("old", "y".repeat(1_000));
    String patch =
        Inspected.patch(
            before.getBytes(UTF_8), after.getBytes(UTF_8), 0, Map.of("max-patch-bytes", "1000"));
    assertThat(patch)
        .startsWith("--- /lab/a.txt\n+++ /lab/a.txt\n@@ -1,7 +1,7 @@\n a\n b\n c\n-old\n")
        .endsWith("y\n d\n e\n f\n");
  }

  /** Uses characters of three bytes, and the maximum number of lines beyond the limit. */
  @Test
  void staysWithinTheSizeOfAFindingForAnyLimit() throws IOException {
    String line = "\u4e2d".repeat(3_990);
    String behind =
        IntStream.range(0, 100).mapToObj(i -> line + i + "\n").collect(Collectors.joining());
    Map<String, String> most = Map.of("context", "100", "max-patch-bytes", "1048576");
    for (int changed = 260; changed < 266; changed++) {
      byte[] before = ("old\n" + behind).getBytes(UTF_8);
      byte[] after = ((line + "\n").repeat(changed) + behind).getBytes(UTF_8);
      String patch = Inspected.patch(before, after, 0, most);
      assertThat(patch.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(Finding.MAX_DATA_BYTES);
    }
  }

  @Test
  void dropsLinesWhenThereAreTooMany() throws IOException {
    assertThat(Inspected.patch("x", "\n".repeat(600_000)))
        .isEqualTo("# truncated: more than 500000 lines; 1 bytes before, 600000 after\n");
  }

  @Test
  void rejectsInvalidOptions() {
    assertThatThrownBy(() -> new TextInspectorFactory().create(Map.of("context", "-1")))
        .hasMessageContaining("is no number from 0 to 100");
    assertThatThrownBy(
            () -> new TextInspectorFactory().create(Map.of("max-patch-bytes", "1048577")))
        .hasMessageContaining("is no number from 1000 to 1048576");
    assertThatThrownBy(() -> new TextInspectorFactory().create(Map.of("colour", "1")))
        .hasMessageContaining(
            "text has no option 'colour'; it has max-patch-bytes, max-added-bytes, context");
  }
}
