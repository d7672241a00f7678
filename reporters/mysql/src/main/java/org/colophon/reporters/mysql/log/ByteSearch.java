// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds a byte by comparing eight bytes at a time. A bytewise search for line feeds took a tenth of
 * the reporter's time.
 */
public final class ByteSearch {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private ByteSearch() {}

  /** Returns the first index of the byte in {@code bytes[from..to)}; {@code to} if it is absent. */
  public static int next(byte wanted, byte[] bytes, int from, int to) {
    final long eight = (wanted & 0xffL) * LOW_BITS;
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long differing = (long) LONG.get(bytes, at) ^ eight;
      // The high bit of the first zero byte is set. Bits after it may be set as well.
      long equal = (differing - LOW_BITS) & ~differing & HIGH_BITS;
      if (equal != 0) {
        return at + (Long.numberOfTrailingZeros(equal) >>> 3);
      }
    }
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }
}
