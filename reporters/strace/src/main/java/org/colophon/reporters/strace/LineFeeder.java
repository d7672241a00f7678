package org.colophon.reporters.strace;

import java.util.Arrays;
import org.colophon.reporters.strace.replay.Replay;

/** Splits a byte stream into lines. The buffer grows with the longest line, up to a limit. */
final class LineFeeder {
  /** Longest line that is accepted, in bytes. strace limits lists and strings well below this. */
  private static final int MAX_LINE = 1 << 26;

  /** Source of bytes; -1 at the end, 0 if nothing is there now. */
  interface Input {
    int read(byte[] buffer, int offset, int length) throws java.io.IOException;
  }

  private final Replay replay;
  private final int longest;
  private byte[] buffer = new byte[1 << 18];
  private int filled;
  private boolean skipsToNewline;

  LineFeeder(Replay replay) {
    this(replay, MAX_LINE);
  }

  LineFeeder(Replay replay, int longest) {
    this.replay = replay;
    this.longest = longest;
  }

  /** Reads once, passes all complete lines on and returns the result of {@link Input#read}. */
  int feedFrom(Input input) throws java.io.IOException {
    if (filled == buffer.length) {
      grow();
    }
    int count = input.read(buffer, filled, buffer.length - filled);
    if (count > 0) {
      int scanFrom = filled;
      filled += count;
      lines(scanFrom);
    }
    return count;
  }

  /** Reports an incomplete last line. */
  void end() {
    if (filled > 0 && !skipsToNewline) {
      replay.torn();
    }
    filled = 0;
  }

  private void grow() {
    if (skipsToNewline) {
      filled = 0;
    } else if (buffer.length >= longest) {
      replay.tooLong();
      skipsToNewline = true;
      filled = 0;
    } else {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
  }

  private void lines(int scanFrom) {
    final byte[] bytes = buffer;
    final int end = filled;
    int start = 0;
    for (int p = scanFrom; p < end; p++) {
      if (bytes[p] == '\n') {
        if (skipsToNewline) {
          skipsToNewline = false;
        } else {
          replay.line(bytes, start, p);
        }
        start = p + 1;
      }
    }
    if (start > 0) {
      System.arraycopy(bytes, start, bytes, 0, end - start);
      filled = end - start;
    }
  }
}
