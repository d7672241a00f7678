package org.colophon.service.line;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a stream as parts of one buffer. A line that is too long is passed over. */
public final class LineSource {
  private static final int START_BYTES = 1 << 16;

  /** The byte order mark that some programs write before text in UTF-8; it is no part of a line. */
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final InputStream in;
  private final int maxLineBytes;
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

  /** Goes to the next line; false if there is none. */
  public boolean advance() throws IOException {
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

  public byte[] buffer() {
    return buffer;
  }

  public int from() {
    return from;
  }

  public int to() {
    return to;
  }

  /** Whether the line was longer than it may be; then its bytes are not there. */
  public boolean isTooLong() {
    return isTooLong || to - from > maxLineBytes;
  }

  public boolean isBlank() {
    for (int i = from; i < to; i++) {
      if (buffer[i] > ' ' || buffer[i] < 0) {
        return false;
      }
    }
    return true;
  }
}
