package org.colophon.core.journal.format;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;

/**
 * A place in the bytes of a frame, and the numbers and texts that are read there; how they are
 * written is {@link PayloadFormat}'s. What would lead beyond the frame is an {@link
 * IndexOutOfBoundsException}. One thread. A superclass rather than a part of who uses it: records
 * are decoded at full speed, and another object between would be one more thing to look up.
 */
abstract class PayloadCursor {
  byte[] buffer = new byte[0];

  /** What is read next. */
  int at;

  /** Where the frame ends. */
  int end;

  final String readText() {
    int length = readLength();
    String text = new String(buffer, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  /** Bytes that were passed over. */
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

  /** A length, or a count of things of at least a byte each: no more than there is left. */
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
