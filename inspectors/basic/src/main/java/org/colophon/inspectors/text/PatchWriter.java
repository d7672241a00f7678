// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * Writes a unified diff of bounded size. Remarks come first, each in a line that begins with {@code
 * #}. Programs that apply patches ignore these lines.
 *
 * <p>A diff exceeds its bound by at most one line and the unchanged lines after it. Each of these
 * lines is short or cut.
 */
final class PatchWriter {
  static final int MAX_LINE_CHARS = 4_000;

  /** Remark after a last line without a newline. */
  static final String NO_NEWLINE = "\\ No newline at end of file\n";

  static final String NO_FILE = "/dev/null";

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final StringBuilder remarks = new StringBuilder();
  private final int context;
  private final int maxBytes;
  private long leftOut;
  private long cutLines;

  PatchWriter(int context, int maxBytes) {
    this.context = context;
    this.maxBytes = maxBytes;
  }

  void remark(String text) {
    remarks.append("# ").append(text).append('\n');
  }

  void names(String before, String after) {
    write(body, "--- " + ended(before) + "\n+++ " + ended(after) + "\n");
  }

  /**
   * Returns a name for a patch header. A tab ends a name with spaces, which would otherwise end at
   * the first space.
   */
  static String ended(String name) {
    return name.indexOf(' ') < 0 ? name : name + '\t';
  }

  /**
   * Writes all hunks.
   *
   * @param firstLine index of the first line of both texts, from 0
   */
  void lines(List<String> before, List<String> after, long firstLine) {
    int[] match = LineMatch.of(before, after);
    for (Hunk hunk : Hunk.of(match, after.size(), context)) {
      if (body.size() < maxBytes) {
        hunk(hunk, match, before, after, firstLine);
      } else {
        leftOut += changes(hunk, match);
      }
    }
    if (leftOut > 0) {
      remark("truncated: " + leftOut + " changed lines are left out");
    }
    if (cutLines > 0) {
      remark("truncated: " + cutLines + " lines are cut to " + MAX_LINE_CHARS + " characters");
    }
  }

  private static long changes(Hunk hunk, int[] match) {
    long kept = 0;
    for (int i = hunk.oldStart(); i < hunk.oldEnd(); i++) {
      kept += match[i] >= 0 ? 1 : 0;
    }
    return (hunk.oldEnd() - hunk.oldStart() - kept) + (hunk.newEnd() - hunk.newStart() - kept);
  }

  /**
   * Writes a hunk. The header of a truncated hunk counts only the written lines. A hunk is never
   * cut after its last change: with fewer context lines after it than before, it would only match
   * at the end of a file.
   */
  private void hunk(
      Hunk hunk, int[] match, List<String> before, List<String> after, long firstLine) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    int oldAt = hunk.oldStart();
    int newAt = hunk.newStart();
    long cut = 0;
    while (cut == 0 && (oldAt < hunk.oldEnd() || newAt < hunk.newEnd())) {
      if (oldAt < hunk.oldEnd() && match[oldAt] == newAt) {
        line(lines, ' ', before.get(oldAt++));
        newAt++;
      } else if (oldAt < hunk.oldEnd() && match[oldAt] < 0) {
        line(lines, '-', before.get(oldAt++));
      } else {
        line(lines, '+', after.get(newAt++));
      }
      if (body.size() + lines.size() >= maxBytes) {
        cut = changes(new Hunk(oldAt, hunk.oldEnd(), newAt, hunk.newEnd()), match);
      }
    }
    leftOut += cut;
    String oldRange = range(hunk.oldStart(), oldAt, firstLine);
    String newRange = range(hunk.newStart(), newAt, firstLine);
    write(body, "@@ -" + oldRange + " +" + newRange + " @@\n");
    body.writeBytes(lines.toByteArray());
  }

  /** Appends a range. An empty range has the number of the line before it. */
  private static String range(int start, int end, long firstLine) {
    int count = end - start;
    long line = firstLine + start + (count == 0 ? 0 : 1);
    return count == 1 ? Long.toString(line) : line + "," + count;
  }

  private void line(ByteArrayOutputStream lines, char sign, String line) {
    lines.write(sign);
    if (line.length() > MAX_LINE_CHARS) {
      boolean splits = Character.isHighSurrogate(line.charAt(MAX_LINE_CHARS - 1));
      write(lines, line.substring(0, splits ? MAX_LINE_CHARS - 1 : MAX_LINE_CHARS));
      write(lines, " ... (" + line.length() + " characters)\n");
      cutLines++;
    } else {
      write(lines, line);
      if (!line.endsWith("\n")) {
        write(lines, "\n" + NO_NEWLINE);
      }
    }
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  Bytes patch() {
    ByteArrayOutputStream whole = new ByteArrayOutputStream(remarks.length() + body.size());
    write(whole, remarks.toString());
    whole.writeBytes(body.toByteArray());
    return Bytes.wrap(whole.toByteArray());
  }
}
