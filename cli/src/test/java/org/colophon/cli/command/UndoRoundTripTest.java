// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.colophon.core.inspect.content.Contents;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.inspectors.text.TextInspectorFactory;
import org.colophon.query.undo.ReversePatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that patches of the inspector lead back to the same bytes. */
class UndoRoundTripTest {
  private static final Path NOWHERE = Path.of("/nonexistent");
  private static final List<String> LINES =
      List.of(
          "a\n",
          "b\n",
          "\n",
          "c\r\n",
          "\r",
          "\u00e4\n",
          "@@ -1 +1 @@\n",
          "+x\n",
          "-y\n",
          "# z\n",
          "\\ No newline at end of file\n",
          "\u2028\n",
          "long ".repeat(9) + "\n");

  private static Bytes patch(byte[] before, byte[] after, int context) throws IOException {
    int equal = Math.max(0, Arrays.mismatch(before, after));
    Change change =
        new Change(
            Bytes.of("/lab/a b.txt"),
            "text/plain",
            Contents.of(before, NOWHERE),
            Contents.of(after, NOWHERE),
            equal);
    Map<String, String> options = Map.of("context", "" + context);
    List<Finding> found = new TextInspectorFactory().create(options).inspect(change);
    return found.isEmpty() ? Bytes.EMPTY : found.get(0).data();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(LINES.get(random.nextInt(LINES.size())));
    }
    return text.append(random.nextBoolean() ? "" : "end").toString();
  }

  private static String edited(String text, Random random) {
    int from = random.nextInt(text.length() + 1);
    int to = from + random.nextInt(text.length() - from + 1);
    return text.substring(0, from) + text(random) + text.substring(to);
  }

  private static byte[] encoded(String text, String encoding) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String[] parts = encoding.split("\\+");
    if (parts.length > 1) {
      bytes.writeBytes("\ufeff".getBytes(Charset.forName(parts[0])));
    }
    bytes.writeBytes(text.getBytes(Charset.forName(parts[0])));
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"UTF-8", "UTF-8+mark", "ISO-8859-1", "UTF-16LE+mark", "UTF-16BE", "UTF-32LE+mark"})
  void restoresBytesOfEachEncoding(String encoding) throws IOException {
    Random random = new Random(encoding.hashCode());
    for (int i = 0; i < 2_000; i++) {
      String text = text(random);
      byte[] before = encoded(text, encoding);
      String other =
          random.nextInt(4) > 0 ? encoding : random.nextBoolean() ? "UTF-8" : "UTF-16LE+mark";
      byte[] after = encoded(edited(text, random), other);
      Bytes patch = patch(before, after, random.nextInt(4));
      if (!patch.isEmpty() && !patch.toString().contains("# binary ")) {
        assertThat(ReversePatch.before(patch, after)).as(patch.toString()).isEqualTo(before);
      }
    }
  }

  @Test
  void restoresMalformedBytesBeforeChange() throws IOException {
    byte[] before = ("\u00e4\n" + "ok\n".repeat(9_000)).getBytes(ISO_8859_1);
    byte[] after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = 'x';
    Bytes patch = patch(before, after, 3);
    assertThat(ReversePatch.before(patch, after)).isEqualTo(before);
    byte[] malformed = "\u00e4\u00e4\n".repeat(9).getBytes(UTF_8);
    malformed[40] = 7;
    assertThat(ReversePatch.before(patch(malformed, after, 3), after)).isEqualTo(malformed);
  }
}
