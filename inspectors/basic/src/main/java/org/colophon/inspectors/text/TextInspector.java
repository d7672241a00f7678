// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.Inspector;

/** Compares two texts line by line. */
record TextInspector(int contextLines, int maxPatchBytes, int maxAddedBytes) implements Inspector {
  private static final String TYPE = "text/patch";
  private static final int MAX_LINES = 500_000;
  private static final long MAX_WIDE_BYTES = 16L << 20;

  @Override
  public List<Finding> inspect(Change change) throws IOException {
    List<Finding> found = patches(change);
    if (found.isEmpty()) {
      return found;
    }
    Bytes states = ContentDigests.of(change).bytes();
    return List.of(new Finding(TYPE, states.concat(found.get(0).data())));
  }

  private List<Finding> patches(Change change) throws IOException {
    Bytes added = AddedText.patch(change, maxAddedBytes);
    if (added != null) {
      return List.of(new Finding(TYPE, added));
    }
    if (change.before().sizeBytes() == 0 && change.after().sizeBytes() > MAX_WIDE_BYTES) {
      throw new IOException(
          "a new file of this size is read only if it is UTF-8 in lines of moderate length: "
              + sizes(change));
    }
    return compared(change);
  }

  private List<Finding> compared(Change change) throws IOException {
    Start start = Start.of(change, contextLines);
    return start.offset() == 0 ? comparedWhole(change) : comparedBehind(change, start);
  }

  private List<Finding> comparedWhole(Change change) throws IOException {
    Part before = Part.whole(change.before());
    return compared(change, Start.AT_BEGINNING, before, Part.whole(change.after()));
  }

  /** Compares contents after their equal beginning, which decides the encoding of both. */
  private List<Finding> comparedBehind(Change change, Start start) throws IOException {
    byte[] head = Part.head(change.before());
    Part before = Part.behind(change.before(), start.offset(), head);
    Part after = Part.behind(change.after(), start.offset(), head);
    if (hasByteLines(before, after)) {
      return compared(change, start, before, after);
    }
    if (change.before().sizeBytes() + change.after().sizeBytes() > MAX_WIDE_BYTES) {
      throw new IOException("the text is too large to compare in its encoding: " + sizes(change));
    }
    return comparedWhole(change);
  }

  private List<Finding> compared(Change change, Start start, Part before, Part after) {
    if (before.isSame(after)) {
      return List.of();
    }
    PatchWriter patch = new PatchWriter(contextLines, maxPatchBytes);
    if (before.encoding().isText() && after.encoding().isText()) {
      compare(change, patch, start, before, after);
    } else {
      patch.remark("binary content differs: " + sizes(change));
    }
    return List.of(new Finding(TYPE, patch.patch()));
  }

  private static boolean hasByteLines(Part before, Part after) {
    return (before.encoding().hasByteLines() || !before.encoding().isText())
        && (after.encoding().hasByteLines() || !after.encoding().isText());
  }

  static String sizes(Change change) {
    return "%d bytes before, %d after"
        .formatted(change.before().sizeBytes(), change.after().sizeBytes());
  }

  private void compare(Change change, PatchWriter patch, Start start, Part before, Part after) {
    boolean isFromStart = start.offset() == 0;
    List<String> oldLines = lines(before.text(isFromStart));
    List<String> newLines = lines(after.text(isFromStart));
    remarks(patch, start, before, after);
    if (Math.max(oldLines.size(), newLines.size()) > MAX_LINES) {
      patch.remark("truncated: more than " + MAX_LINES + " lines; " + sizes(change));
      return;
    }
    String name = change.path().display();
    patch.names(
        before.hasFile() ? name : PatchWriter.NO_FILE,
        after.hasFile() ? name : PatchWriter.NO_FILE);
    patch.lines(oldLines, newLines, Math.max(0, start.linesBefore()));
  }

  private static void remarks(PatchWriter patch, Start start, Part before, Part after) {
    String old = before.encoding().name();
    String now = after.encoding().name();
    if (!before.hasFile() || !after.hasFile()) {
      old = before.hasFile() ? old : now;
      now = after.hasFile() ? now : old;
    }
    if (!old.equals(now)) {
      patch.remark("encoding: " + old + " before, " + now + " after");
    } else if (!now.equals("UTF-8")) {
      patch.remark("encoding: " + now);
    }
    boolean isEdited = before.hasFile() && after.hasFile() && old.equals(now);
    if (isEdited && before.hasMark() != after.hasMark()) {
      patch.remark("byte order mark: " + (after.hasMark() ? "added" : "removed"));
    }
    if (start.linesBefore() < 0) {
      patch.remark("lines are counted from byte " + start.offset() + " on");
    }
  }

  /** Splits a text into lines with their newlines, up to a limit. The last line may have none. */
  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    while (start < text.length() && lines.size() <= MAX_LINES) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline + 1;
      lines.add(text.substring(start, end));
      start = end;
    }
    return lines;
  }
}
