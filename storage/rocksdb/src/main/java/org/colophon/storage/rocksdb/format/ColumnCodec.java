// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.format;

import java.util.Arrays;

/**
 * Encodes columns of numbers with run lengths. A column of one value is that value. A longer one is
 * a list of tokens: {@code n * 2 + 1, value} for n equal values, and {@code n * 2, value ... value}
 * for n literal values.
 */
public final class ColumnCodec {
  /** Shorter repetitions are cheaper as literals. */
  private static final int MIN_REPEAT = 3;

  private ColumnCodec() {}

  public static void encode(long[] values, int from, int to, ByteWriter out) {
    if (to - from == 1) {
      out.putVarint(values[from]);
      return;
    }
    int plain = from;
    int at = from;
    while (at < to) {
      int end = endOfRepeat(values, at, to);
      if (end - at >= MIN_REPEAT || end - at == to - from) {
        encodePlain(values, plain, at, out);
        out.putVarint((long) (end - at) << 1 | 1).putVarint(values[at]);
        plain = end;
      }
      at = end;
    }
    encodePlain(values, plain, to, out);
  }

  private static int endOfRepeat(long[] values, int at, int to) {
    final long value = values[at];
    int end = at + 1;
    while (end < to && values[end] == value) {
      end++;
    }
    return end;
  }

  private static void encodePlain(long[] values, int from, int to, ByteWriter out) {
    if (from < to) {
      out.putVarint((long) (to - from) << 1);
      for (int i = from; i < to; i++) {
        out.putVarint(values[i]);
      }
    }
  }

  public static void decode(ByteReader in, long[] values, int from, int to) {
    if (to - from == 1) {
      values[from] = in.getVarint();
      return;
    }
    int at = from;
    while (at < to) {
      long token = in.getVarint();
      int end = at + Math.toIntExact(token >>> 1);
      if ((token & 1) != 0) {
        Arrays.fill(values, at, end, in.getVarint());
      } else {
        for (int i = at; i < end; i++) {
          values[i] = in.getVarint();
        }
      }
      at = end;
    }
  }
}
