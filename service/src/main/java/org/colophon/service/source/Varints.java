package org.colophon.service.source;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Whole numbers in as few bytes as they need, seven bits each, the lowest first. */
final class Varints {
  private Varints() {}

  static void write(ByteArrayOutputStream out, long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      out.write((int) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }

  static long read(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("no number ends here");
  }
}
