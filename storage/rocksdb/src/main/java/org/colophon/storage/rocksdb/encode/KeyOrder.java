// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.encode;

import java.util.Arrays;

/**
 * Sorts keys by their bytes; equal keys stay in order of arrival. One thread.
 *
 * <p>Names share long prefixes, so comparing whole keys reads the same bytes repeatedly. This class
 * sorts by seven bytes at a time, packed as numbers, and then ties by the next seven. Each depth is
 * a stable merge sort, so no choice of names makes it slow.
 */
final class KeyOrder {
  /** Number of key bytes in a word. The last byte of the word has their count. */
  private static final int WORD_BYTES = 7;

  private static final int SHORT_RUN = 8;

  private byte[] bytes = {};
  private int[] starts = {};
  private int[] ends = {};
  private int[] order = new int[256];
  private int[] otherOrder = new int[256];
  private long[] words = new long[256];
  private long[] otherWords = new long[256];

  /**
   * Returns the indexes of the keys in order, valid until the next call.
   *
   * @param starts the start of each key in the bytes
   * @param ends the end of each key in the bytes
   */
  int[] of(byte[] bytes, int[] starts, int[] ends, int keys) {
    this.bytes = bytes;
    this.starts = starts;
    this.ends = ends;
    if (order.length < keys) {
      order = new int[starts.length];
      otherOrder = new int[starts.length];
      words = new long[starts.length];
      otherWords = new long[starts.length];
    }
    Arrays.setAll(order, key -> key);
    sort(0, keys, 0);
    return order;
  }

  /** Sorts keys that are equal up to a depth. */
  private void sort(int from, int to, int begin) {
    int depth = begin;
    load(from, to, depth);
    while (to - from > 1 && isSame(from, to) && mayHaveMore(from)) {
      depth += WORD_BYTES;
      load(from, to, depth);
    }
    sortByWords(from, to);
    for (int i = from; i < to; ) {
      int end = i + 1;
      while (end < to && words[end] == words[i]) {
        end++;
      }
      if (end - i > 1 && mayHaveMore(i)) {
        sort(i, end, depth + WORD_BYTES);
      }
      i = end;
    }
  }

  private void load(int from, int to, int depth) {
    for (int i = from; i < to; i++) {
      words[i] = word(order[i], depth);
    }
  }

  private boolean isSame(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (words[i] != words[from]) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a key may have more bytes than its word. */
  private boolean mayHaveMore(int i) {
    return (words[i] & 0xff) == WORD_BYTES;
  }

  /** Returns the word of a key at a depth. A key that ends sorts before all longer ones. */
  private long word(int key, int depth) {
    int at = starts[key] + depth;
    int count = Math.min(WORD_BYTES, ends[key] - at);
    long word = 0;
    for (int i = 0; i < count; i++) {
      word |= (bytes[at + i] & 0xffL) << (Long.SIZE - Byte.SIZE * (i + 1));
    }
    return (word | count) ^ Long.MIN_VALUE; // signed comparison is then that of unsigned bytes
  }

  private void sortByWords(int from, int to) {
    if (isSorted(from, to)) {
      return;
    }
    for (int i = from; i < to; i += SHORT_RUN) {
      insert(i, Math.min(to, i + SHORT_RUN));
    }
    for (int width = SHORT_RUN; width < to - from; width *= 2) {
      for (int i = from; i < to; i += 2 * width) {
        merge(i, Math.min(to, i + width), Math.min(to, i + 2 * width));
      }
      System.arraycopy(otherWords, from, words, from, to - from);
      System.arraycopy(otherOrder, from, order, from, to - from);
    }
  }

  private boolean isSorted(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (words[i - 1] > words[i]) {
        return false;
      }
    }
    return true;
  }

  private void insert(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long word = words[i];
      int key = order[i];
      int at = i;
      while (at > from && words[at - 1] > word) {
        words[at] = words[at - 1];
        order[at] = order[at - 1];
        at--;
      }
      words[at] = word;
      order[at] = key;
    }
  }

  private void merge(int from, int middle, int to) {
    int left = from;
    int right = middle;
    for (int i = from; i < to; i++) {
      boolean takesLeft = left < middle && (right == to || words[left] <= words[right]);
      int taken = takesLeft ? left++ : right++;
      otherWords[i] = words[taken];
      otherOrder[i] = order[taken];
    }
  }
}
