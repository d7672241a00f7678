// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;
import org.jspecify.annotations.Nullable;

/**
 * Patch of a text in a formerly empty or absent file. All its lines are new, so they are copied as
 * bytes, without comparison or decoding, up to the limit of the patch.
 */
final class AddedText {
  private static final int FEW_BYTES = 200;

  /** Maximum length of a line here; {@link PatchWriter} cuts longer lines. */
  private static final int MAX_LINE_BYTES = PatchWriter.MAX_LINE_CHARS;

  private static final byte[] NO_NEWLINE = PatchWriter.NO_NEWLINE.getBytes(UTF_8);

  private final byte[] text;
  private final int end;
  private final int lines;

  private AddedText(byte[] text, int end, int lines) {
    this.text = text;
    this.end = end;
    this.lines = lines;
  }

  /**
   * Returns the patch. Returns null for any change other than an added text, and for a text that is
   * not UTF-8 in lines of moderate length.
   *
   * @param maxBytes limit of the patch, which is cut at the end of a line
   */
  static @Nullable Bytes patch(Change change, int maxBytes) throws IOException {
    Content after = change.after();
    if (change.before().sizeBytes() > 0 || !after.exists() || after.sizeBytes() == 0) {
      return null;
    }
    byte[] read = after.read(0, maxBytes);
    byte[] text = after.sizeBytes() > read.length ? wholeLines(read) : read;
    Encoding encoding = Encoding.of(text, text);
    boolean isPlain = encoding.markBytes() == 0 && UTF_8.equals(encoding.charset());
    AddedText added = isPlain ? of(text, maxBytes) : null;
    return added == null ? null : added.write(change);
  }

  /** Returns the complete lines. The last one may be cut off, even within a character. */
  private static byte[] wholeLines(byte[] read) {
    int end = read.length;
    while (end > 0 && read[end - 1] != '\n') {
      end--;
    }
    return Arrays.copyOf(read, end);
  }

  private static @Nullable AddedText of(byte[] text, int maxBytes) {
    int lines = 0;
    int end = 0;
    while (end < text.length && end + lines < maxBytes) {
      int next = endOfLine(text, end);
      if (next - end > MAX_LINE_BYTES) {
        return null;
      }
      end = next;
      lines++;
    }
    return end == 0 ? null : new AddedText(text, end, lines);
  }

  private static int endOfLine(byte[] text, int start) {
    return Math.min(ByteScan.indexOf(text, '\n', start) + 1, text.length);
  }

  private Bytes write(Change change) {
    byte[] head = head(change).getBytes(UTF_8);
    boolean endsInLine = text[end - 1] != '\n';
    int tail = endsInLine ? 1 + NO_NEWLINE.length : 0;
    byte[] patch = new byte[head.length + end + lines + tail];
    System.arraycopy(head, 0, patch, 0, head.length);
    int to = head.length;
    for (int from = 0; from < end; ) {
      int next = endOfLine(text, from);
      patch[to++] = '+';
      System.arraycopy(text, from, patch, to, next - from);
      to += next - from;
      from = next;
    }
    if (endsInLine) {
      patch[to++] = '\n';
      System.arraycopy(NO_NEWLINE, 0, patch, to, NO_NEWLINE.length);
    }
    return Bytes.wrap(patch);
  }

  private String head(Change change) {
    StringBuilder head = new StringBuilder(FEW_BYTES);
    long leftOut = change.after().sizeBytes() - end;
    if (leftOut > 0) {
      head.append("# truncated: the last ").append(leftOut).append(" bytes are left out\n");
    }
    String name = PatchWriter.ended(change.path().display());
    head.append("--- ").append(change.before().exists() ? name : PatchWriter.NO_FILE);
    head.append("\n+++ ").append(name).append("\n@@ -0,0 +1");
    return head.append(lines == 1 ? "" : "," + lines).append(" @@\n").toString();
  }
}
