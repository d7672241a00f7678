package org.colophon.reporters.mysql.sql.lex;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.colophon.core.model.Bytes;

/**
 * Template of a statement, written while its tokens are read: a question mark for each literal,
 * single blanks, no comments. Statements with equal templates have the same effect on the same
 * tables. Reused.
 */
final class Template {
  private static final int USUAL_BYTES = 1 << 12;

  /** Unambiguous, since a template has no blank before a dot. */
  private static final byte[] DOTS = {' ', '.', '.', '.'};

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] buffer = new byte[USUAL_BYTES];
  private int length;
  private boolean isOverlong;

  void clear() {
    length = 0;
    isOverlong = false;
    if (buffer.length > 4 * USUAL_BYTES) {
      buffer = new byte[USUAL_BYTES];
    }
  }

  int length() {
    return length;
  }

  boolean isOverlong() {
    return isOverlong;
  }

  void truncate(int newLength) {
    length = Math.min(length, newLength);
  }

  void append(byte b) {
    if (hasRoom(1)) {
      buffer[length++] = b;
    }
  }

  void append(byte[] text, int from, int to) {
    int count = to - from;
    if (!hasRoom(count)) {
      return;
    }
    final byte[] target = buffer;
    int at = length;
    for (int i = from; i < to; i++) {
      target[at++] = text[i];
    }
    length = at;
  }

  /** Appends letters and underscores in upper case. */
  void appendUpper(byte[] text, int from, int to) {
    if (!hasRoom(to - from)) {
      return;
    }
    for (int i = from; i < to; i++) {
      byte b = text[i];
      buffer[length++] = b >= 'a' && b <= 'z' ? (byte) (b - 32) : b;
    }
  }

  /** Replaces the repetition behind {@code at} by dots. */
  void elide(int at) {
    truncate(at);
    append(DOTS, 0, DOTS.length);
  }

  private boolean hasRoom(int count) {
    if (isOverlong || count > TokenBuffer.MAX_TEMPLATE_BYTES - length) {
      isOverlong = true;
      return false;
    }
    if (length + count > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + count));
    }
    return true;
  }

  Bytes toBytes() {
    return Bytes.copyOf(buffer, 0, length);
  }

  boolean isSame(byte[] other) {
    return Arrays.equals(buffer, 0, length, other, 0, other.length);
  }

  /** Hash of all bytes with a well mixed upper half. */
  long hash() {
    final byte[] bytes = buffer;
    final int whole = length & ~7;
    long hash = 0x9e3779b97f4a7c15L ^ length;
    for (int i = 0; i < whole; i += 8) {
      hash = mix(hash, (long) LONGS.get(bytes, i));
    }
    long tail = 0;
    for (int i = whole; i < length; i++) {
      tail = tail << 8 | (bytes[i] & 0xff);
    }
    return mix(hash, tail);
  }

  private static long mix(long hash, long word) {
    long product = (hash ^ word) * 0xd6e8feb86659fd93L;
    return product ^ product >>> 32;
  }
}
