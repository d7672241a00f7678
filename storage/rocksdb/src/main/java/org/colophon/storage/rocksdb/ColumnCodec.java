package org.colophon.storage.rocksdb;

import java.util.Arrays;

/**
 * Codes a column of numbers so that a repeated value costs nothing. A column of one value is that
 * value; a longer one is a row of tokens: {@code n * 2 + 1, value} for n times the same value, and
 * {@code n * 2, value ... value} for n values as they are.
 */
final class ColumnCodec {
  /** Shorter repetitions are cheaper as they are. */
  private static final int MIN_REPEAT = 3;

  private ColumnCodec() {}

  static void encode(long[] values, int from, int to, ByteWriter out) {
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

  static void decode(ByteReader in, long[] values, int from, int to) {
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
