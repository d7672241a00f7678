// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;

/**
 * The position at which reading begins: some whole lines before the first byte that may differ. So
 * only the end of a file is read after an append. A file with a very long line there is refused.
 *
 * @param offset in bytes, at the beginning of a line
 * @param linesBefore number of lines before the offset; -1 if there are too many bytes to count
 */
record Start(long offset, long linesBefore) {
  static final Start AT_BEGINNING = new Start(0, 0);

  private static final int WINDOW_BYTES = 4 << 10;
  private static final int WIDER = 4;
  private static final int NO_LINE = -1;
  private static final int MAX_COUNTED_BYTES = 16 << 20;
  private static final int BUFFER_BYTES = 64 << 10;

  static Start of(Change change, int contextLines) throws IOException {
    boolean areBoth = change.before().exists() && change.after().exists();
    if (change.equalPrefixBytes() == 0 || !areBoth) {
      return AT_BEGINNING;
    }
    Content content = change.before();
    long end = Math.min(change.equalPrefixBytes(), content.sizeBytes());
    for (long bytes = WINDOW_BYTES; bytes <= MAX_COUNTED_BYTES; bytes *= WIDER) {
      long from = Math.max(0, end - bytes);
      byte[] window = content.read(from, (int) (end - from));
      int line = startOfLine(window, contextLines, from == 0);
      if (line != NO_LINE) {
        long offset = from + line;
        return new Start(offset, offset > MAX_COUNTED_BYTES ? -1 : newlines(content, offset));
      }
    }
    throw new IOException(
        "a line of more than %d bytes lies before the change: %s"
            .formatted(MAX_COUNTED_BYTES, TextInspector.sizes(change)));
  }

  /**
   * Returns the start of the line that is {@code linesBefore} lines before the last one. If there
   * are fewer lines, returns the start of the first one in the window.
   *
   * @param isAll true if a line begins at the window's beginning
   */
  private static int startOfLine(byte[] window, int linesBefore, boolean isAll) {
    int start = NO_LINE;
    int seen = 0;
    for (int i = window.length - 1; i >= 0; i--) {
      if (window[i] == '\n') {
        start = i + 1;
        if (++seen > linesBefore) {
          return start;
        }
      }
    }
    return isAll ? 0 : start;
  }

  private static long newlines(Content content, long end) throws IOException {
    long count = 0;
    byte[] buffer = new byte[(int) Math.min(BUFFER_BYTES, end)];
    try (SeekableByteChannel channel = content.open()) {
      for (long at = 0; at < end; ) {
        ByteBuffer into = ByteBuffer.wrap(buffer, 0, (int) Math.min(buffer.length, end - at));
        int length = channel.read(into);
        count += ByteScan.count(buffer, length, '\n');
        at += length;
      }
    }
    return count;
  }
}
