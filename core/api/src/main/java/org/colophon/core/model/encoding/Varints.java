// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Encodes whole numbers in as few bytes as they need (LEB128): seven bits each, the lowest first. A
 * set highest bit means that another byte follows. Negative numbers need ten bytes.
 *
 * <p>Journal and stores write dozens of numbers per record. Their lengths are unpredictable, so a
 * loop over the bytes costs mostly branch misses (12 ns per number of mixed length, 6 without).
 * Therefore all bytes of a longer number are computed and written at once.
 */
public final class Varints {
  /** Maximum length of a number. Each write needs this much space. */
  public static final int MAX_BYTES = 10;

  private static final VarHandle LITTLE_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int GROUP_BITS = 7;

  /** A number of this many bits fits into the eight bytes that are written at once. */
  private static final int BITS_AT_ONCE = 56;

  private static final long MORE_FOLLOW = 0x8080808080808080L;

  private Varints() {}

  /**
   * Writes one number. Bytes after it, up to {@link #MAX_BYTES} from its beginning, may change.
   *
   * @return the offset after it
   */
  public static int put(byte[] target, int at, long value) {
    if (value >>> GROUP_BITS == 0) {
      target[at] = (byte) value;
      return at + 1;
    }
    if (value >>> BITS_AT_ONCE != 0) {
      return putLong(target, at, value);
    }
    int following = (Long.SIZE - 1 - Long.numberOfLeadingZeros(value)) / GROUP_BITS;
    long allButLast = (1L << (following * Byte.SIZE)) - 1;
    LITTLE_LONG.set(target, at, spread(value) | (MORE_FOLLOW & allButLast));
    return at + following + 1;
  }

  /** Writes one number to a stream. */
  public static void write(ByteArrayOutputStream out, long value) {
    byte[] bytes = new byte[MAX_BYTES];
    out.write(bytes, 0, put(bytes, 0, value));
  }

  /**
   * Reads one number.
   *
   * @throws java.nio.BufferUnderflowException if it does not end
   * @throws IllegalArgumentException if it is longer than {@link #MAX_BYTES}
   */
  public static long read(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += GROUP_BITS) {
      byte next = in.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("no number ends here");
  }

  /** Spreads groups of seven bits over bytes in three steps: halves, quarters, eighths. */
  private static long spread(long value) {
    long halves = (value & 0xfffffffL) | ((value & 0xfffffff0000000L) << 4);
    long quarters = (halves & 0x3fff00003fffL) | ((halves & 0xfffc0000fffc000L) << 2);
    return (quarters & 0x7f007f007f007fL) | ((quarters & 0x3f803f803f803f80L) << 1);
  }

  private static int putLong(byte[] target, int at, long value) {
    int i = at;
    long rest = value;
    while (rest >>> GROUP_BITS != 0) {
      target[i++] = (byte) (rest | 0x80);
      rest >>>= GROUP_BITS;
    }
    target[i++] = (byte) rest;
    return i;
  }
}
