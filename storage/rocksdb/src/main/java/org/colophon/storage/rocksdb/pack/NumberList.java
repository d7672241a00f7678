// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.pack;

import org.colophon.storage.rocksdb.format.ByteReader;
import org.colophon.storage.rocksdb.format.ByteWriter;
import org.colophon.storage.rocksdb.format.ColumnCodec;

/**
 * Encodes a list of numbers in the smaller of two forms. One thread.
 *
 * <pre>
 * 0, the run lengths of {@link ColumnCodec}
 * bits of a number + 1, smallest number, the distances from it in as many bits each
 * </pre>
 */
public final class NumberList {
  private static final int RUN_LENGTHS = 0;
  private static final int MAX_BITS = 40;
  private static final int VARINT_DATA_BITS = 7;

  private long smallest;
  private int bits;
  private int runCost;

  /** Estimates the size of a list in bits. */
  int cost(long[] values, int from, int to) {
    measure(values, from, to);
    return Math.min(runCost, packedCost(to - from));
  }

  static int varintBits(long value) {
    return (bitsOf(value) / VARINT_DATA_BITS + 1) * Byte.SIZE;
  }

  private static int bitsOf(long value) {
    return Long.SIZE - Long.numberOfLeadingZeros(value);
  }

  private int packedCost(int count) {
    return bits > MAX_BITS ? Integer.MAX_VALUE : count * bits + varintBits(smallest) + Byte.SIZE;
  }

  private void measure(long[] values, int from, int to) {
    long least = Long.MAX_VALUE;
    long largest = Long.MIN_VALUE;
    int runs = 0;
    long before = 0;
    for (int i = from; i < to; i++) {
      final long value = values[i];
      least = Math.min(least, value);
      largest = Math.max(largest, value);
      runs += value == before && i > from ? 0 : 1;
      before = value;
    }
    smallest = least;
    bits = from == to ? 0 : least < 0 ? Long.SIZE : bitsOf(largest - least);
    runCost = runs * varintBits(least < 0 ? least : largest);
  }

  /** Adds the numbers {@code values[from..to)}. */
  public void encode(long[] values, int from, int to, ByteWriter out) {
    if (from == to) {
      return;
    }
    measure(values, from, to);
    if (runCost <= packedCost(to - from)) {
      out.putByte(RUN_LENGTHS);
      ColumnCodec.encode(values, from, to, out);
    } else {
      out.putByte(bits + 1).putVarint(smallest);
      pack(values, from, to, out);
    }
  }

  private void pack(long[] values, int from, int to, ByteWriter out) {
    long held = 0;
    int count = 0;
    for (int i = from; i < to; i++) {
      held |= (values[i] - smallest) << count;
      for (count += bits; count >= Byte.SIZE; count -= Byte.SIZE) {
        out.putByte((int) held);
        held >>>= Byte.SIZE;
      }
    }
    if (count > 0) {
      out.putByte((int) held);
    }
  }

  /** Reads as many numbers as were added. */
  public void decode(ByteReader in, long[] values, int from, int to) {
    if (from == to) {
      return;
    }
    final int form = in.getByte();
    if (form == RUN_LENGTHS) {
      ColumnCodec.decode(in, values, from, to);
      return;
    }
    final int width = form - 1;
    final long base = in.getVarint();
    final long mask = (1L << width) - 1;
    long held = 0;
    int count = 0;
    for (int i = from; i < to; i++) {
      for (; count < width; count += Byte.SIZE) {
        held |= (in.getByte() & 0xffL) << count;
      }
      values[i] = base + (held & mask);
      held >>>= width;
      count -= width;
    }
  }
}
