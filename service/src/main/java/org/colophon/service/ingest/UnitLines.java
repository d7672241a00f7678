package org.colophon.service.ingest;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/** The lines of one unit, read before anything is locked, and used again for the next. */
final class UnitLines {
  /** A line makes at most five operations, and a unit has at most 4,096. */
  static final int MAX_LINES = 512;

  private static final int MAX_BYTES = 4 << 20;

  private final int[] ends = new int[MAX_LINES];
  private final BitSet tooLong = new BitSet(MAX_LINES);
  private byte[] bytes = new byte[1 << 16];
  private int count;

  /** Takes the next lines; false if there are none. */
  boolean fill(LineSource lines, int most) throws IOException {
    count = 0;
    tooLong.clear();
    int limit = Math.min(most, MAX_LINES);
    while (count < limit && end(count) < MAX_BYTES && lines.advance()) {
      take(lines);
    }
    return count > 0;
  }

  private void take(LineSource lines) {
    int start = end(count);
    int length = 0;
    if (lines.isTooLong()) {
      tooLong.set(count);
    } else {
      length = lines.to() - lines.from();
      if (start + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, start + length));
      }
      System.arraycopy(lines.buffer(), lines.from(), bytes, start, length);
    }
    ends[count++] = start + length;
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
