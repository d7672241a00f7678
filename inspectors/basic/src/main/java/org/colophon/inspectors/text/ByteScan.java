// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches bytes eight at a time, since the comparison of texts spends most time on searches. */
final class ByteScan {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = ~HIGH_BITS;
  private static final long EACH = 0x0101010101010101L;

  private ByteScan() {}

  /** Returns the first index of a byte from an index on; the length if not found. */
  static int indexOf(byte[] bytes, int wanted, int from) {
    int at = from;
    for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
      long found = matches((long) EIGHT.get(bytes, at), wanted);
      if (found != 0) {
        return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
      }
    }
    while (at < bytes.length && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  static int count(byte[] bytes, int length, int wanted) {
    int count = 0;
    int at = 0;
    for (; at <= length - Long.BYTES; at += Long.BYTES) {
      count += Long.bitCount(matches((long) EIGHT.get(bytes, at), wanted));
    }
    for (; at < length; at++) {
      count += bytes[at] == wanted ? 1 : 0;
    }
    return count;
  }

  static boolean isAscii(byte[] bytes) {
    int at = 0;
    for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
      if (((long) EIGHT.get(bytes, at) & HIGH_BITS) != 0) {
        return false;
      }
    }
    while (at < bytes.length && bytes[at] >= 0) {
      at++;
    }
    return at == bytes.length;
  }

  /**
   * Returns a mask with the high bit of each byte that equals the wanted one, which is not
   * negative.
   */
  private static long matches(long eight, int wanted) {
    long differing = eight ^ (EACH * wanted);
    return ~(((differing & LOW_BITS) + LOW_BITS) | differing) & HIGH_BITS;
  }
}
