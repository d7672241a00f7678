package org.colophon.inspectors.text;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * Writes a unified diff of bounded size. Remarks come first, each in a line that begins with {@code
 * #}, which programs that apply patches pass over.
 */
final class PatchWriter {
  /** A longer line is cut. */
  static final int MAX_LINE_CHARS = 4_000;

  /** Follows a last line that has no newline. */
  static final String NO_NEWLINE = "\\ No newline at end of file\n";

  /** What a file is called that is not there. */
  static final String NO_FILE = "/dev/null";

  private final StringBuilder body = new StringBuilder();
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
    body.append("--- ").append(before).append("\n+++ ").append(after).append('\n');
  }

  /**
   * All hunks.
   *
   * @param firstLine the number of the first line of both, counted from 0
   */
  void lines(List<String> before, List<String> after, long firstLine) {
    int[] match = LineMatch.of(before, after);
    for (Hunk hunk : Hunk.of(match, after.size(), context)) {
      if (body.length() < maxBytes) {
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

  /** A hunk that is cut in its midst has a header that counts what is there. */
  private void hunk(
      Hunk hunk, int[] match, List<String> before, List<String> after, long firstLine) {
    StringBuilder lines = new StringBuilder();
    int oldAt = hunk.oldStart();
    int newAt = hunk.newStart();
    boolean isCut = false;
    while (!isCut && (oldAt < hunk.oldEnd() || newAt < hunk.newEnd())) {
      if (oldAt < hunk.oldEnd() && match[oldAt] == newAt) {
        line(lines, ' ', before.get(oldAt++));
        newAt++;
      } else if (oldAt < hunk.oldEnd() && match[oldAt] < 0) {
        line(lines, '-', before.get(oldAt++));
      } else {
        line(lines, '+', after.get(newAt++));
      }
      isCut = body.length() + lines.length() >= maxBytes;
    }
    leftOut += changes(new Hunk(oldAt, hunk.oldEnd(), newAt, hunk.newEnd()), match);
    body.append("@@ -").append(range(hunk.oldStart(), oldAt, firstLine));
    body.append(" +").append(range(hunk.newStart(), newAt, firstLine)).append(" @@\n");
    body.append(lines);
  }

  /** An empty range has the number of the line before it. */
  private static String range(int start, int end, long firstLine) {
    int count = end - start;
    long line = firstLine + start + (count == 0 ? 0 : 1);
    return count == 1 ? Long.toString(line) : line + "," + count;
  }

  private void line(StringBuilder lines, char sign, String line) {
    lines.append(sign);
    if (line.length() > MAX_LINE_CHARS) {
      lines.append(line, 0, MAX_LINE_CHARS).append(" ... (" + line.length() + " characters)\n");
      cutLines++;
    } else {
      lines.append(line);
      if (!line.endsWith("\n")) {
        lines.append('\n').append(NO_NEWLINE);
      }
    }
  }

  Bytes patch() {
    return Bytes.wrap((remarks.toString() + body).getBytes(StandardCharsets.UTF_8));
  }
}
