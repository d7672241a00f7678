package org.colophon.reporters.mysql.sql.clause;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.Quoted;
import org.colophon.reporters.mysql.sql.lex.SqlRules;

/**
 * The id of an XA transaction as binary logs write it: {@code X'676c',X'6272',1}, that is global
 * part, branch and format. Statements may write each in several ways, and leave out the last two.
 */
final class XaName {
  private static final String NO_BRANCH = "X''";
  private static final String DEFAULT_FORMAT = "1";
  private static final int MOST_PARTS = 3;

  private XaName() {}

  /** Of the literals that a statement has; empty if they are none of that. */
  static Bytes of(byte[] text, SqlRules rules) {
    List<String> parts = parts(text, rules);
    if (text.length == 0 || parts.size() > MOST_PARTS) {
      return Bytes.EMPTY;
    }
    String branch = parts.size() > 1 ? parts.get(1) : NO_BRANCH;
    String format = parts.size() > 2 ? parts.get(2) : DEFAULT_FORMAT;
    return Bytes.of(parts.get(0) + "," + branch + "," + format);
  }

  private static List<String> parts(byte[] text, SqlRules rules) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    byte quote = 0;
    for (int at = 0; at < text.length; at++) {
      boolean isEscape = quote != 0 && text[at] == '\\' && !rules.isBackslashPlain();
      if (isEscape) {
        at++;
      } else if (quote != 0) {
        quote = text[at] == quote ? 0 : quote; // a doubled one opens again
      } else if (text[at] == '\'' || text[at] == '"') {
        quote = text[at];
      } else if (text[at] == ',') {
        parts.add(part(text, from, at, rules));
        from = at + 1;
      }
    }
    parts.add(part(text, from, text.length, rules));
    return parts;
  }

  /** A string or {@code 0x6A} as {@code X'6a'}; other numbers as they are. */
  private static String part(byte[] text, int from, int to, SqlRules rules) {
    String written = new String(text, from, to - from, StandardCharsets.ISO_8859_1).strip();
    String lower = written.toLowerCase(Locale.ROOT);
    if (lower.startsWith("0x")) {
      return "X'" + lower.substring(2) + "'";
    }
    if (lower.startsWith("x'")) {
      return "X" + lower.substring(1);
    }
    boolean isString = written.indexOf('\'') >= 0 || written.indexOf('"') >= 0;
    return isString ? "X'" + hex(Quoted.string(text, from, to, rules)) + "'" : written;
  }

  private static String hex(Bytes value) {
    return HexFormat.of().formatHex(value.toArray());
  }
}
