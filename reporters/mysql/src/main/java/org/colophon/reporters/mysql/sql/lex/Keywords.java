// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import java.nio.charset.StandardCharsets;

/** Finds keywords by a hash that the lexer computes while it reads a word. */
final class Keywords {
  static final int HASH_SEED = 0;

  private static final int SLOTS = 4096;
  private static final Term[] TERMS = new Term[SLOTS];
  private static final byte[][] SPELLINGS = new byte[SLOTS][];

  static {
    for (Term term : Term.values()) {
      if (term.isKeyword()) {
        put(term);
      }
    }
  }

  private Keywords() {}

  private static void put(Term term) {
    byte[] spelling = term.name().getBytes(StandardCharsets.US_ASCII);
    int hash = HASH_SEED;
    for (byte b : spelling) {
      hash = hash(hash, b);
    }
    int slot = slot(hash);
    while (TERMS[slot] != null) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    TERMS[slot] = term;
    SPELLINGS[slot] = spelling;
  }

  /** Extends a hash by one byte. Both cases of a letter have the same hash. */
  static int hash(int hash, byte b) {
    return hash * 31 + (b & 0xdf);
  }

  private static int slot(int hash) {
    int mixed = hash * 0x9e3779b9;
    return mixed >>> 20;
  }

  /** Returns the term of {@code text[from..to)}; {@link Term#WORD} if it is not a keyword. */
  static Term lookUp(byte[] text, int from, int to, int hash) {
    int slot = slot(hash);
    Term term = TERMS[slot];
    while (term != null) {
      if (matches(text, from, to, SPELLINGS[slot])) {
        return term;
      }
      slot = (slot + 1) & (SLOTS - 1);
      term = TERMS[slot];
    }
    return Term.WORD;
  }

  private static boolean matches(byte[] text, int from, int to, byte[] spelling) {
    if (to - from != spelling.length) {
      return false;
    }
    for (int i = 0; i < spelling.length; i++) {
      byte b = text[from + i];
      byte upper = b >= 'a' && b <= 'z' ? (byte) (b - 32) : b;
      if (upper != spelling[i]) {
        return false;
      }
    }
    return true;
  }
}
