package org.colophon.inspectors.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.Content;

/**
 * Where reading begins: some whole lines before the first byte that may differ, so that a file that
 * was appended to is not read as a whole.
 *
 * @param offset in bytes, at the beginning of a line
 * @param linesBefore how many lines lie before it; -1 if there are too many bytes to count
 */
record Start(long offset, long linesBefore) {
  /** The beginning of the content. */
  static final Start AT_BEGINNING = new Start(0, 0);

  private static final int WINDOW_BYTES = 16 << 10;
  private static final int MAX_COUNTED_BYTES = 16 << 20;
  private static final int BUFFER_BYTES = 64 << 10;

  static Start of(Change change, int contextLines) throws IOException {
    if (change.equalPrefixBytes() == 0 || !change.before().exists()) {
      return AT_BEGINNING;
    }
    Content content = change.before();
    long end = Math.min(change.equalPrefixBytes(), content.sizeBytes());
    long from = Math.max(0, end - WINDOW_BYTES);
    byte[] window = content.read(from, (int) (end - from));
    int line = startOfLine(window, contextLines);
    if (from + line == 0) {
      return AT_BEGINNING;
    }
    long offset = line == 0 ? end : from + line;
    return new Start(offset, offset > MAX_COUNTED_BYTES ? -1 : newlines(content, offset));
  }

  /** Where the line begins that is so many lines before the last, 0 if there are not as many. */
  private static int startOfLine(byte[] window, int linesBefore) {
    int seen = 0;
    for (int i = window.length - 1; i >= 0; i--) {
      if (window[i] == '\n' && ++seen > linesBefore) {
        return i + 1;
      }
    }
    return 0;
  }

  private static long newlines(Content content, long end) throws IOException {
    long count = 0;
    byte[] buffer = new byte[BUFFER_BYTES];
    try (SeekableByteChannel channel = content.open()) {
      for (long at = 0; at < end; ) {
        ByteBuffer into = ByteBuffer.wrap(buffer, 0, (int) Math.min(BUFFER_BYTES, end - at));
        int length = channel.read(into);
        count += ByteScan.count(buffer, length, '\n');
        at += length;
      }
    }
    return count;
  }
}
