package org.colophon.service.source;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.colophon.service.line.LineSource;
import org.colophon.service.line.OperationScanner;

/**
 * Lines that are recorded together, read before any lock and reused. A client's unit is complete
 * within them; one that does not end is carried to the next group.
 */
final class UnitLines {
  /** With at most five operations per line this stays below a unit's limit. */
  static final int MAX_LINES = 512;

  private static final int MAX_UNIT_LINES = 2 * 4096 + 2;

  private static final int MAX_BYTES = 4 << 20;
  private static final int MAX_UNIT_BYTES = 64 << 20;
  private static final int NONE = -1;

  private final OperationScanner ops = new OperationScanner();
  private int[] ends = new int[MAX_LINES];
  private final BitSet tooLong = new BitSet(MAX_LINES);
  private byte[] bytes = new byte[1 << 16];

  private int count;

  private int read;

  /** Index of the line that begins an unfinished unit. */
  private int open = NONE;

  private boolean hasUnits;
  private String refusal;

  /** Reads the next lines; returns false if there are none, or the next unit is refused. */
  boolean fill(LineSource lines, int maxLines) throws IOException {
    carry();
    while (refusal == null && hasRoom(maxLines)) {
      if (!lines.advance()) {
        refuseOpen("does not end within this request: send it whole");
        break;
      }
      take(lines);
      look(read - 1);
    }
    count = open == NONE ? read : open;
    return count > 0;
  }

  private boolean hasRoom(int maxLines) {
    if (open != 0) {
      return read < Math.min(maxLines, MAX_LINES) && end(read) < MAX_BYTES;
    }
    if (read >= MAX_UNIT_LINES || end(read) >= MAX_UNIT_BYTES) {
      refuseOpen(
          "is larger than %d lines or %d MiB: make smaller units"
              .formatted(MAX_UNIT_LINES, MAX_UNIT_BYTES >> 20));
    }
    return read < maxLines;
  }

  private void refuseOpen(String why) {
    if (open != NONE) {
      refusal = "the unit that begins here " + why;
    }
  }

  /** Moves lines that were not recorded to the front. */
  private void carry() {
    int start = end(count);
    int left = read - count;
    System.arraycopy(bytes, start, bytes, 0, end(read) - start);
    BitSet carried = tooLong.get(count, read);
    tooLong.clear();
    tooLong.or(carried);
    for (int i = 0; i < left; i++) {
      ends[i] = ends[count + i] - start;
    }
    open = left == 0 ? NONE : 0;
    hasUnits = left > 0;
    read = left;
    count = 0;
  }

  private void take(LineSource lines) {
    int start = end(read);
    int length = 0;
    if (lines.isTooLong()) {
      tooLong.set(read);
    } else {
      length = lines.to() - lines.from();
      if (start + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, start + length));
      }
      System.arraycopy(lines.buffer(), lines.from(), bytes, start, length);
    }
    if (read == ends.length) {
      ends = Arrays.copyOf(ends, 2 * read);
    }
    ends[read++] = start + length;
  }

  private void look(int index) {
    String op = isTooLong(index) ? null : ops.of(bytes, from(index), to(index));
    if ("begin".equals(op)) {
      open = open == NONE ? index : open;
      hasUnits = true;
    } else if ("position".equals(op)) {
      open = NONE;
    } else if ("where".equals(op)) {
      hasUnits = true;
    }
  }

  /** Refuses the unit that begins at a line, and everything after it. */
  void refuse(int begin, String why) {
    count = begin;
    read = begin;
    refusal = why;
  }

  /** The reason why the next unit is refused; null if it is not. */
  String refusal() {
    return refusal;
  }

  boolean hasUnits() {
    return hasUnits;
  }

  private int end(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  int count() {
    return count;
  }

  byte[] bytes() {
    return bytes;
  }

  int from(int index) {
    return end(index);
  }

  int to(int index) {
    return ends[index];
  }

  boolean isTooLong(int index) {
    return tooLong.get(index);
  }

  boolean isBlank(int index) {
    for (int i = from(index); i < to(index); i++) {
      if (bytes[i] > ' ' || bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }
}
