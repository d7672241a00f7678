// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import java.util.Arrays;

/** Classes of bytes in SQL text. */
final class CharClasses {
  private static final byte WORD = 1;
  private static final byte DIGIT = 2;
  private static final byte BLANK = 4;
  private static final byte TURN = 8;
  private static final byte[] CLASSES = classes();
  private static final Term[] SYMBOLS = symbols();

  private CharClasses() {}

  private static byte[] classes() {
    byte[] classes = new byte[256];
    for (int b = 0; b < 256; b++) {
      boolean isLetter = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
      if (isLetter || b == '_' || b == '$' || b >= 0x80) {
        classes[b] = WORD;
      } else if (b >= '0' && b <= '9') {
        classes[b] = DIGIT;
      } else if (b == ' ' || (b >= '\t' && b <= '\r')) {
        classes[b] = BLANK;
      } else if ("'\"`#-/*".indexOf(b) >= 0) {
        classes[b] = TURN;
      }
    }
    return classes;
  }

  private static Term[] symbols() {
    Term[] symbols = new Term[256];
    Arrays.fill(symbols, Term.SYMBOL);
    symbols['('] = Term.OPENING;
    symbols[')'] = Term.CLOSING;
    symbols[','] = Term.COMMA;
    symbols[';'] = Term.SEMICOLON;
    symbols['='] = Term.EQUALS;
    symbols['*'] = Term.STAR;
    symbols['+'] = Term.SIGN;
    symbols['-'] = Term.SIGN;
    symbols['{'] = Term.BRACE;
    symbols['}'] = Term.BRACE;
    symbols['?'] = Term.PARAMETER;
    return symbols;
  }

  static boolean isWordStart(byte b) {
    return CLASSES[b & 0xff] == WORD;
  }

  static boolean isWord(byte b) {
    return (CLASSES[b & 0xff] & (WORD | DIGIT)) != 0;
  }

  static boolean isDigit(byte b) {
    return CLASSES[b & 0xff] == DIGIT;
  }

  static boolean isBlank(byte b) {
    return CLASSES[b & 0xff] == BLANK;
  }

  /** Returns whether the byte may begin or end a quote or comment. */
  static boolean isTurn(byte b) {
    return CLASSES[b & 0xff] == TURN;
  }

  /** Returns whether two dashes before the byte begin a comment. */
  static boolean isBlankOrControl(byte b) {
    return b >= 0 && (b <= ' ' || b == 0x7f);
  }

  static boolean isQuote(byte b) {
    return b == '\'' || b == '"' || b == '`';
  }

  /** Returns whether the byte is a digit of a number with the prefix 0x or 0b. */
  static boolean isDigitOf(byte b, int letter) {
    if (letter == 'b') {
      return b == '0' || b == '1';
    }
    int lower = b | 0x20;
    return isDigit(b) || (lower >= 'a' && lower <= 'f');
  }

  static Term symbol(byte b) {
    return SYMBOLS[b & 0xff];
  }
}
