// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import org.colophon.core.model.Bytes;

/** Removes the quotes of names and strings. */
public final class QuotedText {
  private QuotedText() {}

  /**
   * Returns the name in a token with backticks, double quotes or no quotes, in UTF-8. Returns empty
   * bytes at the end of the text.
   */
  public static Bytes name(byte[] text, int from, int to, SqlRules rules) {
    if (from >= to) {
      return Bytes.EMPTY;
    }
    byte quote = text[from];
    if (quote != '`' && quote != '"') {
      return rules.charset().decoded(Bytes.copyOf(text, from, to));
    }
    int end = to > from + 1 && text[to - 1] == quote ? to - 1 : to;
    byte[] out = new byte[end - from];
    int length = 0;
    for (int p = from + 1; p < end; p++) {
      out[length++] = text[p];
      if (isPair(text, p, end, rules)) {
        out[length++] = text[++p];
      } else {
        p += text[p] == quote && p + 1 < end ? 1 : 0;
      }
    }
    return rules.charset().decoded(Bytes.copyOf(out, 0, length));
  }

  /** Returns whether the text after the at signs of a variable or host is a string. */
  public static boolean isStringVariable(byte[] text, int from, int to, SqlRules rules) {
    int quote = from;
    while (quote < to && text[quote] == '@') {
      quote++;
    }
    return quote < to && (text[quote] == '\'' || (text[quote] == '"' && !rules.isAnsiQuotes()));
  }

  /**
   * Returns the content of a string literal with any quotes and prefix. Returns other literals
   * unchanged.
   */
  public static Bytes string(byte[] text, int from, int to, SqlRules rules) {
    int open = from;
    while (open < to && text[open] != '\'' && text[open] != '"') {
      open++;
    }
    if (open == to) {
      return Bytes.copyOf(text, from, to);
    }
    byte quote = text[open];
    boolean hasEscapes = !rules.isBackslashPlain();
    byte[] out = new byte[to - open];
    int length = 0;
    for (int p = open + 1; p < to; p++) {
      byte b = text[p];
      if (b == quote && (p + 1 >= to || text[++p] != quote)) {
        break;
      }
      boolean isEscape = b == '\\' && hasEscapes && p + 1 < to;
      out[length++] = isEscape ? escaped(text[++p]) : b;
      if (isPair(text, p, to, rules) && !isEscape) {
        out[length++] = text[++p];
      }
    }
    return Bytes.copyOf(out, 0, length);
  }

  private static boolean isPair(byte[] text, int at, int to, SqlRules rules) {
    return at + 1 < to && rules.charset().isPair(text[at], text[at + 1]);
  }

  private static byte escaped(byte letter) {
    return (byte)
        switch (letter) {
          case '0' -> 0;
          case 'b' -> '\b';
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          case 'Z' -> 26;
          default -> letter;
        };
  }
}
