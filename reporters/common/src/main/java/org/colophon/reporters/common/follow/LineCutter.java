// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Splits a byte stream into lines. The buffer grows with the longest line up to a limit; longer
 * lines are dropped.
 */
public final class LineCutter {
  /** Limit of a line in bytes, if no other is given. */
  public static final int MAX_LINE_BYTES = 1 << 20;

  private static final int FIRST_SIZE = 1 << 18;

  private final LineHandler lines;
  private final int maxLineBytes;
  private byte[] buffer = new byte[FIRST_SIZE];
  private int filled;
  private boolean skipsToNewline;

  public LineCutter(LineHandler lines) {
    this(lines, MAX_LINE_BYTES);
  }

  public LineCutter(LineHandler lines, int maxLineBytes) {
    this.lines = lines;
    this.maxLineBytes = maxLineBytes;
  }

  /** Source of bytes. {@code read} returns -1 at the end, and 0 if no bytes are available now. */
  public interface Input {
    int read(ByteBuffer target) throws IOException;
  }

  /**
   * Reads once, passes complete lines to the handler, and returns the result of {@link Input#read}.
   */
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

  /** Ends the stream. Bytes after the last line end form the last line. */
  public void end() {
    if (filled > 0) {
      line(0, filled);
    }
    clear();
  }

  /** Ends the stream and rejects an incomplete line. */
  public void endWithError(String problem) {
    if (filled > 0) {
      lines.badLine(problem);
    }
    clear();
  }

  private void clear() {
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
    if (to - from > maxLineBytes) {
      lines.badLine(tooLong());
    } else {
      lines.line(buffer, from, to);
    }
  }

  private void makeRoom() {
    if (filled > maxLineBytes) {
      lines.badLine(tooLong());
      skipsToNewline = true;
      filled = 0;
    } else if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
  }

  private String tooLong() {
    return "is longer than " + maxLineBytes + " bytes";
  }
}
