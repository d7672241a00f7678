// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;

/**
 * Cursor over the bytes of a frame that reads numbers and texts in the format of {@link
 * PayloadFormat}. Reading beyond the frame throws an {@link IndexOutOfBoundsException}. One thread.
 * It is a superclass because decoding is a hot path, where another object would cost a lookup.
 */
abstract class PayloadCursor {
  byte[] buffer = new byte[0];

  /** Offset of the next read. */
  int at;

  /** End of the frame. */
  int end;

  final String readText() {
    int length = readLength();
    String text = new String(buffer, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  /** Reads the bytes at an earlier offset, and leaves the current offset unchanged. */
  final Bytes readAgain(int from) {
    int behind = at;
    at = from;
    Bytes read = readBytes();
    at = behind;
    return read;
  }

  final void skipBytes() {
    int length = readLength();
    at += length;
  }

  final Bytes readBytes() {
    int length = readLength();
    Bytes read = Bytes.copyOf(buffer, at, at + length);
    at += length;
    return read;
  }

  /**
   * Reads a length, or a count of items that have at least one byte. Throws if it exceeds the
   * remaining bytes.
   */
  final int readLength() {
    long length = varint();
    if (length < 0 || length > end - at) {
      throw new IndexOutOfBoundsException("length " + length);
    }
    return (int) length;
  }

  final long zigzag() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  final long varint() {
    final byte[] source = buffer;
    int i = at;
    long value = 0;
    int shift = 0;
    byte b;
    do {
      b = source[i++];
      value |= (long) (b & 0x7f) << shift;
      shift += 7;
    } while (b < 0);
    at = i;
    return value;
  }
}
