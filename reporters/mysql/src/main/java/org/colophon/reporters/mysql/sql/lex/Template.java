// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import java.util.Arrays;
import org.colophon.core.model.Bytes;

/**
 * Template of a statement, written while its tokens are read. It has a question mark for each
 * literal, single blanks, and no comments. Statements with equal templates have the same effect on
 * the same tables. The object is reused.
 */
final class Template {
  private static final int USUAL_BYTES = 1 << 12;

  /**
   * Text that replaces omitted rows. It is unambiguous, since a template has no blank before a dot.
   */
  private static final byte[] DOTS = {' ', '.', '.', '.'};

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

  /** Appends bytes, with lower-case letters converted to upper case. */
  void appendUpper(byte[] text, int from, int to) {
    if (!hasRoom(to - from)) {
      return;
    }
    for (int i = from; i < to; i++) {
      byte b = text[i];
      buffer[length++] = b >= 'a' && b <= 'z' ? (byte) (b - 32) : b;
    }
  }

  /** Replaces the repetition after {@code at} with dots. */
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
}
