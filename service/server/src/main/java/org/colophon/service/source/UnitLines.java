package org.colophon.service.source;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import org.colophon.service.line.LineSource;
import org.colophon.service.line.OperationScanner;

/**
 * The lines that are recorded together, read before anything is locked, and used again for the
 * next. A client's unit, from its begin to its position, is among them whole: one that does not end
 * there comes first in the next lot, which then has room for all of it.
 */
final class UnitLines {
  /** A line makes at most five operations, and a unit has at most 4,096. */
  static final int MAX_LINES = 512;

  /**
   * A client's unit may have as many lines as the kernel's has operations, as many positions beside
   * them, and its ends.
   */
  private static final int MAX_UNIT_LINES = 2 * 4096 + 2;

  private static final int MAX_BYTES = 4 << 20;
  private static final int MAX_UNIT_BYTES = 64 << 20;
  private static final int NONE = -1;

  private final OperationScanner ops = new OperationScanner();
  private int[] ends = new int[MAX_LINES];
  private final BitSet tooLong = new BitSet(MAX_LINES);
  private byte[] bytes = new byte[1 << 16];

  /** Lines to record, and lines read. */
  private int count;

  private int read;

  /** Where the client's unit begins that is not ended among the lines read. */
  private int open = NONE;

  private boolean hasUnits;
  private String refusal;

  /** Takes the next lines; false if there are none, or what comes next cannot be taken. */
  boolean fill(LineSource lines, int most) throws IOException {
    carry();
    while (refusal == null && hasRoom(most)) {
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

  private boolean hasRoom(int most) {
    if (open != 0) {
      return read < Math.min(most, MAX_LINES) && end(read) < MAX_BYTES;
    }
    if (read >= MAX_UNIT_LINES || end(read) >= MAX_UNIT_BYTES) {
      refuseOpen(
          "is larger than %d lines or %d MiB: make smaller units"
              .formatted(MAX_UNIT_LINES, MAX_UNIT_BYTES >> 20));
    }
    return read < most;
  }

  private void refuseOpen(String why) {
    if (open != NONE) {
      refusal = "the unit that begins here " + why;
    }
  }

  /** What was read and not recorded comes first. */
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

  /** The unit that begins at a line cannot be taken; nothing from there on is. */
  void refuse(int begin, String why) {
    count = begin;
    read = begin;
    refusal = why;
  }

  /** Why the client's unit that comes next cannot be taken, null if there is no such. */
  String refusal() {
    return refusal;
  }

  /** Whether there are units or questions for positions among the lines. */
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
