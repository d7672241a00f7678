// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Finds the end of a statement, which is a semicolon outside of quotes and comments. */
public final class CypherText {
  private CypherText() {}

  /** Returns the index of the first semicolon that ends a statement, or -1. */
  public static int end(String text) {
    int at = 0;
    while (at < text.length()) {
      int next = skip(text, at);
      if (next == at && text.charAt(at) == ';') {
        return at;
      }
      at = Math.max(next, at + 1);
    }
    return -1;
  }

  /** Returns whether the text contains only blanks, comments and semicolons. */
  public static boolean isBlank(String text) {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean isComment = text.startsWith("//", at) || text.startsWith("/*", at);
      if (!isComment && c != ';' && !Character.isWhitespace(c)) {
        return false;
      }
      at = Math.max(skip(text, at), at + 1);
    }
    return true;
  }

  /**
   * Returns the only statement of a text, without its semicolon.
   *
   * @throws ColophonException BAD_REQUEST if the text has no statement or more than one
   */
  public static String single(String text) {
    if (isBlank(text)) {
      throw ErrorCode.BAD_REQUEST.exception("there is no statement to run; give one");
    }
    int end = end(text);
    if (end < 0) {
      return text;
    }
    if (!isBlank(text.substring(end))) {
      throw ErrorCode.BAD_REQUEST.exception(
          "give one statement at a time: there is text after the first ';'");
    }
    return text.substring(0, end);
  }

  /**
   * Returns the end of the quoted text or comment that begins at an index. If none begins there,
   * returns the index.
   */
  private static int skip(String text, int at) {
    char c = text.charAt(at);
    if (c == '\'' || c == '"' || c == '`') {
      return endOfQuoted(text, at, c);
    } else if (text.startsWith("//", at)) {
      return endOf(text, "\n", at);
    } else if (text.startsWith("/*", at)) {
      return endOf(text, "*/", at + 2);
    }
    return at;
  }

  private static int endOf(String text, String end, int from) {
    int found = text.indexOf(end, from);
    return found < 0 ? text.length() : found + end.length();
  }

  private static int endOfQuoted(String text, int at, char quote) {
    int i = at + 1;
    while (i < text.length() && text.charAt(i) != quote) {
      boolean isEscape = text.charAt(i) == '\\' && quote != '`';
      i += isEscape ? 2 : 1;
    }
    return Math.min(i + 1, text.length());
  }
}
