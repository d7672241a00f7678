// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import org.colophon.core.model.Bytes;

/** Hashes statement texts, ignoring surrounding blanks and semicolons. */
public final class StatementHash {
  /** Maximum number of hashed bytes. Only the beginning of a longer text is hashed. */
  private static final int MAX_LENGTH = 1 << 16;

  private static final long PRIME = 0x100000001b3L;
  private static final long BASIS = 0xcbf29ce484222325L;

  /** Hash of an unknown text. */
  static final long NONE = of(Bytes.EMPTY);

  private StatementHash() {}

  static long of(Bytes text) {
    byte[] bytes = text.toArray();
    return of(bytes, 0, bytes.length);
  }

  /** Returns the hash of {@code text[from..to)}. */
  public static long of(byte[] text, int from, int to) {
    int first = from;
    while (first < to && isBlank(text[first])) {
      first++;
    }
    int end = to;
    while (end > first && (isBlank(text[end - 1]) || text[end - 1] == ';')) {
      end--;
    }
    long hash = BASIS;
    for (int i = first; i < Math.min(end, first + MAX_LENGTH); i++) {
      hash = (hash ^ text[i]) * PRIME;
    }
    return hash;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }
}
