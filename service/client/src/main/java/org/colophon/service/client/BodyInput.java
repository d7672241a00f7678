package org.colophon.service.client;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * An answer's body as HTTP/1.1 frames it: of a known length, in chunks, or until the connection
 * ends. A body that is cut off is never taken for a whole one.
 */
final class BodyInput extends InputStream {
  private static final long UNTIL_CLOSED = Long.MAX_VALUE;
  private static final int MAX_LINE_BYTES = 1 << 12;

  private final InputStream in;
  private final boolean isChunked;
  private long left;
  private boolean isAtEnd;

  private BodyInput(InputStream in, boolean isChunked, long left) {
    this.in = in;
    this.isChunked = isChunked;
    this.left = left;
    this.isAtEnd = !isChunked && left == 0;
  }

  static BodyInput of(int status, Map<String, List<String>> headers, InputStream in) {
    String encoding = first(headers, "transfer-encoding");
    String length = first(headers, "content-length");
    if (status == 204 || status == 304) {
      return new BodyInput(in, false, 0);
    }
    if ("chunked".equalsIgnoreCase(encoding)) {
      return new BodyInput(in, true, 0);
    }
    return new BodyInput(in, false, length == null ? UNTIL_CLOSED : number(length, 10));
  }

  private static String first(Map<String, List<String>> headers, String name) {
    List<String> values = headers.get(name);
    return values == null ? null : values.get(0);
  }

  private static long number(String text, int radix) {
    try {
      long number = Long.parseLong(text.strip(), radix);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new ColophonException(ErrorCode.IO_FAILED, "the service sent no length: " + text);
  }

  /** Whether everything was read, and the connection is at the next answer. */
  boolean isAtEnd() {
    return isAtEnd && left != UNTIL_CLOSED;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (isChunked && left == 0 && !isAtEnd) {
      nextChunk();
    }
    if (isAtEnd) {
      return -1;
    }
    int count = in.read(bytes, offset, (int) Math.min(left, length));
    if (count < 0) {
      return endOfConnection();
    }
    consumed(count);
    return count;
  }

  private int endOfConnection() {
    if (left != UNTIL_CLOSED) {
      throw brokenOff();
    }
    isAtEnd = true;
    return -1;
  }

  private void consumed(int count) {
    if (left != UNTIL_CLOSED) {
      left -= count;
    }
    if (left == 0 && isChunked) {
      line(); // the end of the chunk's last line
    } else if (left == 0) {
      isAtEnd = true;
    }
  }

  private void nextChunk() {
    String size = line();
    int extension = size.indexOf(';');
    left = number(extension < 0 ? size : size.substring(0, extension), 16);
    if (left == 0) {
      while (!line().isEmpty()) {
        // trailers say nothing that anybody asks for
      }
      isAtEnd = true;
    }
  }

  private String line() {
    byte[] line = new LineReader(in, MAX_LINE_BYTES).next();
    if (line == null) {
      throw brokenOff();
    }
    return HttpHead.text(line);
  }

  private static ColophonException brokenOff() {
    return new ColophonException(
        ErrorCode.IO_FAILED, "the service broke off in the middle of its answer; see its log");
  }
}
