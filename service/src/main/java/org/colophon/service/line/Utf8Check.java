// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Finds malformed UTF-8. The JSON parser accepts some malformed sequences, such as C0 AF for a
 * slash, which would change a path. One thread.
 */
final class Utf8Check {
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final CharBuffer ignored = CharBuffer.allocate(1 << 10);

  /** Returns the index of the first malformed byte in {@code source[from..to)}, or -1. */
  int firstBad(byte[] source, int from, int to) {
    int at = from;
    while (at < to && source[at] >= 0) {
      at++;
    }
    return at == to ? -1 : firstBad(ByteBuffer.wrap(source, at, to - at));
  }

  private int firstBad(ByteBuffer bytes) {
    decoder.reset();
    CoderResult result = CoderResult.OVERFLOW;
    while (result.isOverflow()) {
      ignored.clear();
      result = decoder.decode(bytes, ignored, true);
    }
    return result.isError() ? bytes.position() : -1;
  }
}
