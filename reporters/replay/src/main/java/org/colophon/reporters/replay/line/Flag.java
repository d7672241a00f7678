package org.colophon.reporters.replay.line;

import java.nio.charset.StandardCharsets;

/**
 * A symbolic constant in an argument. If strace prints a number instead of the name, the bits are
 * compared.
 */
public final class Flag {
  private final byte[] name;
  private final long bits;

  private Flag(String name, long bits) {
    this.name = name.getBytes(StandardCharsets.US_ASCII);
    this.bits = bits;
  }

  /** Creates a flag with its numeric value on Linux. */
  public static Flag of(String name, long bits) {
    return new Flag(name, bits);
  }

  /** Creates a constant that strace never prints as a number. */
  public static Flag word(String name) {
    return new Flag(name, 0);
  }

  boolean isIn(byte[] buffer, int from, int to) {
    if (bits != 0 && from < to && buffer[from] == '0' && LineScan.isNumber(buffer, from, to)) {
      return isIn(LineScan.number(buffer, from, to));
    }
    return isWordIn(buffer, from, to);
  }

  boolean isIn(long number) {
    return bits != 0 && (number & bits) == bits;
  }

  boolean isWordIn(byte[] buffer, int from, int to) {
    final byte[] word = name;
    final int last = to - word.length;
    for (int i = from; i <= last; i++) {
      if (buffer[i] == word[0]
          && LineScan.matches(buffer, i, to, word)
          && (i == from || !LineScan.isWord(buffer[i - 1]))
          && (i == last || !LineScan.isWord(buffer[i + word.length]))) {
        return true;
      }
    }
    return false;
  }
}
