// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads a stream line by line and parses each line. Skips a line that is too long. */
public final class LineSource {
  private static final int START_BYTES = 1 << 16;

  /** Byte order mark, which some programs write at the start of UTF-8 files. */
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final InputStream in;
  private final int maxLineBytes;
  private final LineParser parser = new LineParser();
  private byte[] buffer = new byte[START_BYTES];
  private int scanned;
  private int filled;
  private int next;
  private int from;
  private int to;
  private boolean isFirst = true;
  private boolean isAtEnd;
  private boolean isTooLong;

  public LineSource(InputStream in, int maxLineBytes) {
    this.in = in;
    this.maxLineBytes = maxLineBytes;
  }

  /** Reads and parses the next line. Returns its length in bytes, or -1 at the end. */
  public int read(OperationLine line) throws IOException {
    if (!advance()) {
      return -1;
    }
    line.clear();
    if (isTooLong || to - from > maxLineBytes) {
      line.malformed = "the line is over " + maxLineBytes + " bytes";
      return 0;
    }
    line.isBlank = isBlank();
    if (!line.isBlank) {
      try {
        parser.parse(buffer, from, to, line);
      } catch (BadLineException e) {
        line.malformed = e.getMessage();
      }
    }
    return to - from;
  }

  private boolean advance() throws IOException {
    isTooLong = false;
    while (true) {
      int end = newline();
      if (end >= 0) {
        take(end, end + 1);
        return true;
      }
      if (filled - next > maxLineBytes) {
        isTooLong = true;
        next = filled;
      }
      if (isAtEnd) {
        boolean isThere = filled > next || isTooLong;
        take(filled, filled);
        return isThere;
      }
      fill();
    }
  }

  private int newline() {
    final byte[] bytes = buffer;
    final int end = filled;
    for (int i = scanned; i < end; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    scanned = end;
    return -1;
  }

  private void take(int end, int following) {
    from = next;
    to = end;
    if (isFirst && to - from >= MARK.length && isMarked()) {
      from += MARK.length;
    }
    isFirst = false;
    next = following;
    scanned = following;
  }

  private boolean isMarked() {
    return Arrays.equals(buffer, from, from + MARK.length, MARK, 0, MARK.length);
  }

  private void fill() throws IOException {
    if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, filled - next);
      scanned -= next;
      filled -= next;
      next = 0;
    }
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int count = in.read(buffer, filled, buffer.length - filled);
    isAtEnd = count < 0;
    filled += Math.max(0, count);
  }

  private boolean isBlank() {
    for (int i = from; i < to; i++) {
      if (buffer[i] > ' ' || buffer[i] < 0) {
        return false;
      }
    }
    return true;
  }
}
