// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddedTextTest {
  private static final Map<String, String> SHORT = Map.of("max-added-bytes", "1000");

  private static String added(String text) throws IOException {
    return Inspected.patch(null, text.getBytes(UTF_8), 0, SHORT);
  }

  @Test
  void cutsAtTheEndOfALineAndReportsTheRest() throws IOException {
    String line = "a line of twenty by\n";
    String patch = added(line.repeat(100));
    assertThat(patch)
        .startsWith(
            "# truncated: the last 1040 bytes are left out\n--- /dev/null\n+++ /lab/a.txt\n")
        .endsWith("@@ -0,0 +1,48 @@\n" + ("+" + line).repeat(48));
  }

  @Test
  void writesWholeTextIfItFits() throws IOException {
    assertThat(Inspected.apply("", added("\u00fc\n\nend"))).isEqualTo("\u00fc\n\nend");
    assertThat(Inspected.patch("", "a\n"))
        .isEqualTo("--- /lab/a.txt\n+++ /lab/a.txt\n@@ -0,0 +1 @@\n+a\n");
  }

  @Test
  void readsOnlyAsMuchAsThePatchMayHoldIfTheTextIsTooLargeForADigest() throws IOException {
    byte[] text = "0123456789\n".repeat(1_000_000).getBytes(UTF_8);
    assertThat(text.length).isGreaterThan(PatchStates.MAX_HASHED_BYTES);
    Counting counted = new Counting(Inspected.content(text));
    Change change = new Change(Bytes.of("/lab/a.txt"), "text/plain", Content.absent(), counted, 0);
    assertThat(new TextInspectorFactory().create(SHORT).inspect(change)).hasSize(1);
    assertThat(counted.readBytes()).isEqualTo(1_000);
  }

  /** The text read so far ends within a character of three bytes. */
  @ParameterizedTest
  @CsvSource({"997", "998", "999"})
  void recognizesTextIfLimitSplitsACharacter(int before) throws IOException {
    String patch = added("first\n" + "x".repeat(before - 6) + "\u20ac\n" + "y\n".repeat(9));
    assertThat(patch).startsWith("# truncated: ").contains("@@ -0,0 +1 @@\n+first\n");
  }

  @Test
  void passesOtherThanPlainTextToTheComparison() throws IOException {
    assertThat(Inspected.patch(null, "\u00e9t\u00e9\n".getBytes(ISO_8859_1), 0, SHORT))
        .startsWith("# encoding: ISO-8859-1\n")
        .endsWith("+\u00e9t\u00e9\n");
    assertThat(Inspected.patch(null, new byte[] {0, 1, 2}, 0, SHORT)).contains("binary content");
    assertThat(added("x".repeat(9_000))).startsWith("# truncated: 1 lines are cut to 4000 char");
  }

  @Test
  void passesLongLinesToTheComparison() throws IOException {
    assertThat(Inspected.patch("", "short\n" + "x".repeat(5_000) + "\n"))
        .startsWith("# truncated: 1 lines are cut to 4000 characters\n")
        .contains("+short\n");
  }

  @Test
  void namesNoOldFileForANewBinary() throws IOException {
    assertThat(Inspected.patch(null, "a\n".getBytes(UTF_16LE), 0, SHORT))
        .isEqualTo("# encoding: UTF-16LE\n--- /dev/null\n+++ /lab/a.txt\n@@ -0,0 +1 @@\n+a\n");
  }
}
