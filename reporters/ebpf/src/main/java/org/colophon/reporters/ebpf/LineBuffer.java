package org.colophon.reporters.ebpf;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Growing buffer of a line, with the notations of strace. */
final class LineBuffer {
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[1 << 12];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  LineBuffer clear() {
    length = 0;
    return this;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }

  LineBuffer put(byte[] text) {
    reserve(text.length);
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
    return this;
  }

  /** Appends ASCII text. */
  LineBuffer put(String text) {
    final int count = text.length();
    reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
    return this;
  }

  LineBuffer put(char letter) {
    reserve(1);
    bytes[length++] = (byte) letter;
    return this;
  }

  LineBuffer decimal(long value) {
    reserve(20);
    if (value < 0) {
      bytes[length++] = '-';
    }
    long rest = Math.abs(value);
    long unit = 1;
    while (rest / unit >= 10) {
      unit *= 10;
    }
    for (; unit > 0; unit /= 10) {
      bytes[length++] = DIGITS[(int) (rest / unit % 10)];
    }
    return this;
  }

  LineBuffer hex(long value) {
    reserve(18);
    bytes[length++] = '0';
    bytes[length++] = 'x';
    int shift = Math.max(0, (63 - Long.numberOfLeadingZeros(value)) & ~3);
    for (; shift >= 0; shift -= 4) {
      bytes[length++] = DIGITS[(int) (value >>> shift) & 15];
    }
    return this;
  }

  /** Appends a quoted string from memory. */
  LineBuffer quoted(ByteBuffer memory, int from, int to) {
    byte[] copy = new byte[to - from];
    memory.get(from, copy, 0, copy.length);
    return quoted(copy, 0, copy.length);
  }

  /** Appends a quoted string from an array. */
  LineBuffer quoted(byte[] source, int from, int to) {
    reserve((to - from) * 2 + 2);
    bytes[length++] = '"';
    for (int p = from; p < to; p++) {
      byte b = source[p];
      if (b == '\n') {
        bytes[length++] = '\\';
        b = 'n';
      } else if (b == '"' || b == '\\') {
        bytes[length++] = '\\';
      }
      bytes[length++] = b;
    }
    bytes[length++] = '"';
    return this;
  }
}
