package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into lines. The buffer grows with the longest line up to {@link
 * #MAX_LINE}; of a longer line nothing is kept.
 */
final class LineCutter {
  /** The longest line that is taken, in bytes. */
  static final int MAX_LINE = 1 << 20;

  private static final int FIRST_SIZE = 1 << 18;

  private final LineHandler lines;
  private byte[] buffer = new byte[FIRST_SIZE];
  private int filled;
  private boolean skipsToNewline;

  LineCutter(LineHandler lines) {
    this.lines = lines;
  }

  /** Where bytes come from: -1 at the end. */
  interface Input {
    int read(ByteBuffer target) throws IOException;
  }

  /** Reads once and hands all whole lines on; what {@link Input#read} answered. */
  int readFrom(Input input) throws IOException {
    int count = input.read(ByteBuffer.wrap(buffer, filled, buffer.length - filled));
    if (count > 0) {
      int scanFrom = filled;
      filled += count;
      cut(scanFrom);
      makeRoom();
    }
    return count;
  }

  /** No byte comes any more: what is left is the last line. */
  void end() {
    if (filled > 0) {
      line(0, filled);
    }
    forget();
  }

  /** Whoever wrote is gone; a line that was not ended may be half a line, and is not taken. */
  void tear() {
    if (filled > 0) {
      lines.badLine("cut off: its writer left before the line ended");
    }
    forget();
  }

  private void forget() {
    filled = 0;
    skipsToNewline = false;
  }

  private void cut(int scanFrom) {
    final byte[] bytes = buffer;
    final int end = filled;
    int start = 0;
    for (int p = scanFrom; p < end; p++) {
      if (bytes[p] == '\n') {
        if (skipsToNewline) {
          skipsToNewline = false;
        } else {
          line(start, p);
        }
        start = p + 1;
      }
    }
    if (skipsToNewline) {
      filled = 0;
    } else if (start > 0) {
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
      filled = 0;
    } else if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
  }

  private static String tooLong() {
    return "longer than " + MAX_LINE + " bytes";
  }
}
