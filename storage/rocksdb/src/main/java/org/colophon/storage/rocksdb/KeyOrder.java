package org.colophon.storage.rocksdb;

import java.util.Arrays;

/**
 * Puts keys in the order of their bytes; equal keys stay in the order of arrival. One thread.
 *
 * <p>Names begin alike for long: comparing them two by two reads the same beginnings again and
 * again, from all over memory. So they are sorted by a few bytes at a time, which lie together as
 * numbers, and those that are equal so far by the next few: a stable merge sort at each depth, so
 * that nobody can choose names that take longer.
 */
final class KeyOrder {
  /** A word is so many bytes, and behind them how many of them the key has. */
  private static final int WORD_BYTES = 7;

  private static final int SHORT_RUN = 8;

  private byte[] bytes;
  private int[] starts;
  private int[] ends;
  private int[] order = new int[256];
  private int[] otherOrder = new int[256];
  private long[] words = new long[256];
  private long[] otherWords = new long[256];

  /**
   * The numbers of the keys in order; valid until the next call.
   *
   * @param starts where in the bytes each key begins
   * @param ends and ends
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
    while (to - from > 1 && isSame(from, to) && goesOn(from)) {
      depth += WORD_BYTES;
      load(from, to, depth);
    }
    sortByWords(from, to);
    for (int i = from; i < to; ) {
      int end = i + 1;
      while (end < to && words[end] == words[i]) {
        end++;
      }
      if (end - i > 1 && goesOn(i)) {
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

  /** Whether a key may have more bytes than its word shows. */
  private boolean goesOn(int i) {
    return (words[i] & 0xff) == WORD_BYTES;
  }

  /** A key that ends comes before all that go on, whatever their next byte is. */
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
