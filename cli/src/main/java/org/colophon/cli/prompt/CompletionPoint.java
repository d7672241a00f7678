// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kind of completion at the cursor.
 *
 * @param kind kind of the word at the cursor
 * @param start index at which that word begins
 */
record CompletionPoint(Kind kind, int start) {
  private static final Pattern CALL =
      Pattern.compile("\\bCALL\\s+([\\w.]*)$", Pattern.CASE_INSENSITIVE);
  private static final Pattern WORD = Pattern.compile("[\\w.]*$");
  private static final Pattern COMMAND = Pattern.compile("^\\s*(:\\S*)$");
  private static final Pattern FORMAT = Pattern.compile("^\\s*:format\\s+(\\S*)$");

  enum Kind {
    COMMAND,
    FORMAT,
    PROCEDURE,
    LABEL,
    TYPE,
    PROPERTY,
    PARAMETER,
    /** A property after a dot, or a function whose name contains dots. */
    DOTTED,
    WORD,
    NOTHING
  }

  static CompletionPoint at(String before) {
    for (var each :
        new Object[][] {{COMMAND, Kind.COMMAND}, {FORMAT, Kind.FORMAT}, {CALL, Kind.PROCEDURE}}) {
      Matcher matcher = ((Pattern) each[0]).matcher(before);
      if (matcher.find()) {
        return new CompletionPoint((Kind) each[1], matcher.start(1));
      }
    }
    return before.stripLeading().startsWith(":")
        ? new CompletionPoint(Kind.NOTHING, before.length())
        : inStatement(before);
  }

  private static CompletionPoint inStatement(String before) {
    Matcher word = WORD.matcher(before);
    int dotted = word.find() ? word.start() : before.length();
    int start = Math.max(dotted, before.lastIndexOf('.') + 1);
    if (start > dotted) {
      return new CompletionPoint(Kind.DOTTED, start);
    }
    char left = before.substring(0, start).isEmpty() ? ' ' : before.charAt(start - 1);
    if (left == '$') {
      return new CompletionPoint(Kind.PARAMETER, start);
    }
    return new CompletionPoint(inBrackets(before, start, left), start);
  }

  private static Kind inBrackets(String before, int start, char left) {
    char open = innermost(before.substring(0, start));
    boolean isName = left == ':' || left == '|' || left == '&' || left == '!';
    return switch (open) {
      case '\'', '"', '`' -> Kind.NOTHING;
      case '[' -> isName ? Kind.TYPE : Kind.WORD;
      case '{' -> isKey(before.substring(0, start)) ? Kind.PROPERTY : Kind.WORD;
      default -> isName ? Kind.LABEL : Kind.WORD;
    };
  }

  private static boolean isKey(String before) {
    String stripped = before.stripTrailing();
    return stripped.endsWith("{") || stripped.endsWith(",");
  }

  /** Returns the innermost open bracket or quote; a blank if nothing is open. */
  private static char innermost(String text) {
    Deque<Character> open = new ArrayDeque<>();
    char quote = ' ';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != ' ') {
        i += c == '\\' && quote != '`' ? 1 : 0;
        quote = c == quote ? ' ' : quote;
      } else if (c == '\'' || c == '"' || c == '`') {
        quote = c;
      } else if (c == '(' || c == '[' || c == '{') {
        open.push(c);
      } else if ((c == ')' || c == ']' || c == '}') && !open.isEmpty()) {
        open.pop();
      }
    }
    return quote != ' ' || open.isEmpty() ? quote : open.peek();
  }

  /** Returns the word at the end of a text, including the names and dots before it. */
  static String dotted(String before) {
    Matcher word = WORD.matcher(before);
    return word.find() ? word.group() : "";
  }
}
