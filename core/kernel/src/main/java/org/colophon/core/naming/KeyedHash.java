// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.naming;

import java.security.SecureRandom;
import org.colophon.core.model.Bytes;

/**
 * Keyed hash of bytes for tables of names from hostile programs, which cannot choose collisions
 * without the key. A polynomial over the field of the prime 2^61 - 1 at a random point (Carter and
 * Wegman, "Universal Classes of Hash Functions", 1979). Any thread.
 */
final class KeyedHash {
  private static final long PRIME = (1L << 61) - 1;
  private static final int WORD_BYTES = 7;

  private final long key = Math.floorMod(new SecureRandom().nextLong(), PRIME - 1) + 1;

  /** Returns the hash of a number followed by {@code source[from..to)}. */
  int of(long first, Bytes source, int from, int to) {
    long sum = reduce(timesKey(reduce(first)) + to - from + 1);
    int at = from;
    while (at < to) {
      int end = Math.min(to, at + WORD_BYTES);
      long word = 0;
      while (at < end) {
        word = word << Byte.SIZE | (source.at(at++) & 0xff);
      }
      sum = reduce(timesKey(sum) + word);
    }
    sum = timesKey(sum);
    return (int) (sum ^ (sum >>> 32));
  }

  private long timesKey(long factor) {
    long low = factor * key;
    long high = Math.multiplyHigh(factor, key);
    return reduce((low & PRIME) + ((low >>> 61) | (high << 3)));
  }

  /** Reduces a number below 2^63. */
  private static long reduce(long number) {
    long once = (number & PRIME) + (number >>> 61);
    return once >= PRIME ? once - PRIME : once;
  }
}
