package org.colophon.reporters.mysql.log;

import java.nio.charset.StandardCharsets;

/** Words in lower case, looked for among bytes in either case. Immutable; allocates nothing. */
final class WordSet {
  private static final int SLOTS_A_WORD = 4;

  private final byte[][] slots;

  private WordSet(int size) {
    slots = new byte[Integer.highestOneBit(size * SLOTS_A_WORD) << 1][];
  }

  static WordSet of(String list) {
    String[] words = list.strip().split("\\s+", -1);
    WordSet set = new WordSet(words.length);
    for (String word : words) {
      byte[] spelling = word.getBytes(StandardCharsets.US_ASCII);
      set.slots[set.slot(spelling, 0, spelling.length)] = spelling;
    }
    return set;
  }

  /** Whether {@code b[from..to)}, which holds but letters and underscores, is one of the words. */
  boolean contains(byte[] b, int from, int to) {
    return slots[slot(b, from, to)] != null;
  }

  /** Where the word is, or would be. */
  private int slot(byte[] b, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + lower(b[i]);
    }
    int slot = (hash ^ hash >>> 15) & (slots.length - 1);
    while (slots[slot] != null && !isSame(slots[slot], b, from, to)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private static boolean isSame(byte[] word, byte[] b, int from, int to) {
    if (word.length != to - from) {
      return false;
    }
    for (int i = 0; i < word.length; i++) {
      if (word[i] != lower(b[from + i])) {
        return false;
      }
    }
    return true;
  }

  private static byte lower(byte letter) {
    return letter >= 'A' && letter <= 'Z' ? (byte) (letter | 0x20) : letter;
  }
}
