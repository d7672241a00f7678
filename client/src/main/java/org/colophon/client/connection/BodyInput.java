// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.IOException;
import java.io.InputStream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Body of an HTTP/1.1 answer: of a known length, in chunks, or until the connection ends. Reading a
 * body that is cut off fails with IO_FAILED.
 */
final class BodyInput extends InputStream {
  private static final long UNTIL_CLOSED = Long.MAX_VALUE;
  private static final int MAX_LINE_BYTES = 1 << 12;

  private final InputStream in;
  private final boolean isChunked;
  private long left;
  private boolean isAtEnd;
  private boolean isAfterChunk;

  BodyInput(HttpHead head, InputStream in) {
    boolean isEmpty = head.status() == 204 || head.status() == 304;
    String length = head.first("content-length");
    this.in = in;
    this.isChunked = !isEmpty && "chunked".equalsIgnoreCase(head.first("transfer-encoding"));
    if (!isEmpty && !isChunked) {
      this.left = length == null ? UNTIL_CLOSED : number(length, 10);
    }
    this.isAtEnd = !isChunked && left == 0;
  }

  private static long number(String text, int radix) {
    try {
      long number = Long.parseLong(text.strip(), radix);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw ErrorCode.IO_FAILED.exception("the service sent an invalid length: " + text);
  }

  /**
   * Returns whether the body was read completely, so that the next byte belongs to the next answer.
   */
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
    int count;
    try {
      count = in.read(bytes, offset, (int) Math.min(left, length));
    } catch (IOException e) {
      throw Transport.toColophonException(e);
    }
    if (count < 0 && left != UNTIL_CLOSED) {
      throw cutOff();
    }
    isAtEnd = count < 0;
    if (left != UNTIL_CLOSED) {
      consume(count);
    }
    return count;
  }

  private void consume(int count) {
    left -= count;
    isAfterChunk = isChunked;
    isAtEnd |= left == 0 && !isChunked;
  }

  private void nextChunk() {
    if (isAfterChunk) {
      line(); // the line end after the previous chunk, which may arrive late
    }
    String size = line();
    int extension = size.indexOf(';');
    left = number(extension < 0 ? size : size.substring(0, extension), 16);
    if (left == 0) {
      while (!line().isEmpty()) {
        // trailers are ignored
      }
      isAtEnd = true;
    }
  }

  private String line() {
    byte[] line = new LineReader(in, MAX_LINE_BYTES).next();
    if (line == null) {
      throw cutOff();
    }
    return HttpHead.text(line);
  }

  private static ColophonException cutOff() {
    return ErrorCode.IO_FAILED.exception(
        "the service closed the connection within its answer; see the service's log");
  }
}
