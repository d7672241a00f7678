package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Splits a byte stream into lines. The buffer grows with the longest line up to {@link #MAX_LINE};
 * longer lines are dropped.
 */
public final class LineCutter {
  /** Longest accepted line in bytes. */
  static final int MAX_LINE = 1 << 20;

  private static final int FIRST_SIZE = 1 << 18;

  private final LineHandler lines;
  private byte[] buffer = new byte[FIRST_SIZE];
  private int filled;
  private boolean skipsToNewline;

  /** Stream offsets of the buffer and of the end of the last line. */
  private long base;

  private long ended;

  LineCutter(LineHandler lines) {
    this(lines, 0);
  }

  /**
   * @param offset the number of bytes before
   */
  public LineCutter(LineHandler lines, long offset) {
    this.lines = lines;
    this.base = offset;
    this.ended = offset;
  }

  /** Returns the offset after the last line, or the current one. */
  public long offset() {
    return ended;
  }

  /** Source of bytes; -1 at the end. */
  public interface Input {
    int read(ByteBuffer target) throws IOException;
  }

  /** Reads once, passes complete lines on, and returns the result of {@link Input#read}. */
  public int readFrom(Input input) throws IOException {
    int count = input.read(ByteBuffer.wrap(buffer, filled, buffer.length - filled));
    if (count > 0) {
      int scanFrom = filled;
      filled += count;
      cut(scanFrom);
      makeRoom();
    }
    return count;
  }

  /** Ends the stream; the rest is the last line. */
  void end() {
    if (filled > 0) {
      line(0, filled);
    }
    forget();
  }

  /** Rejects an incomplete line whose writer has closed the stream. */
  public void tear() {
    if (filled > 0) {
      lines.badLine("cut off: its writer left before the line ended");
    }
    forget();
  }

  private void forget() {
    base += filled;
    filled = 0;
    skipsToNewline = false;
  }

  private void cut(int scanFrom) {
    final byte[] bytes = buffer;
    final int end = filled;
    int start = 0;
    for (int p = scanFrom; p < end; p++) {
      if (bytes[p] == '\n') {
        ended = base + p + 1;
        if (skipsToNewline) {
          skipsToNewline = false;
        } else {
          line(start, p);
        }
        start = p + 1;
      }
    }
    if (skipsToNewline) {
      base += filled;
      filled = 0;
    } else if (start > 0) {
      base += start;
      System.arraycopy(bytes, start, bytes, 0, end - start);
      filled = end - start;
    }
  }

  private void line(int from, int to) {
    if (to - from > MAX_LINE) {
      lines.badLine(tooLong());
    } else {
      lines.line(buffer, from, to);
    }
  }

  private void makeRoom() {
    if (filled > MAX_LINE) {
      lines.badLine(tooLong());
      skipsToNewline = true;
      base += filled;
      filled = 0;
    } else if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
  }

  private static String tooLong() {
    return "longer than " + MAX_LINE + " bytes";
  }
}
