package org.colophon.reporters.mysql.sql.cursor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.lex.QuotedText;
import org.colophon.reporters.mysql.sql.lex.SqlRules;

/**
 * Id of an XA transaction in the form of binary logs: {@code X'676c',X'6272',1}, that is global
 * part, branch and format. Statements have several spellings and may omit the last two.
 */
public final class XaName {
  private static final String NO_BRANCH = "X''";
  private static final String DEFAULT_FORMAT = "1";
  private static final int DECIMAL = 10;
  private static final int MAX_PARTS = 3;

  /** Servers accept 64 bytes for each of the first two, which may have escapes. */
  private static final int MAX_TEXT_LENGTH = 1024;

  private static final int HEX = 16;
  private static final int MAX_FORMAT_LENGTH = 16;

  private XaName() {}

  /** Converts the literals of a statement, empty if they are not an id. */
  public static Bytes of(byte[] text, SqlRules rules) {
    if (text.length == 0 || text.length > MAX_TEXT_LENGTH) {
      return Bytes.EMPTY;
    }
    List<String> parts = parts(text, rules);
    if (parts.size() > MAX_PARTS) {
      return Bytes.EMPTY;
    }
    String branch = parts.size() > 1 ? parts.get(1) : NO_BRANCH;
    String format = parts.size() > 2 ? number(parts.get(2)) : DEFAULT_FORMAT;
    return Bytes.of(parts.get(0) + "," + branch + "," + format);
  }

  /** JDBC drivers write formats as {@code 0x1}, which {@link #part} returns as {@code X'01'}. */
  private static String number(String part) {
    boolean isHex = part.startsWith("X'");
    String digits = isHex ? part.substring(2, part.length() - 1) : part;
    boolean isNumber = digits.matches(isHex ? "[0-9a-f]+" : "[0-9]+");
    return isNumber && digits.length() <= MAX_FORMAT_LENGTH
        ? Long.toUnsignedString(Long.parseUnsignedLong(digits, isHex ? HEX : DECIMAL))
        : part;
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

  /** Converts a string or {@code 0x6A} to {@code X'6a'}. Other numbers stay unchanged. */
  private static String part(byte[] text, int from, int to, SqlRules rules) {
    String written = new String(text, from, to - from, StandardCharsets.ISO_8859_1).strip();
    String lower = written.toLowerCase(Locale.ROOT);
    if (lower.startsWith("0x")) {
      return "X'" + (lower.length() % 2 == 0 ? "" : "0") + lower.substring(2) + "'";
    }
    if (lower.startsWith("x'")) {
      return "X" + lower.substring(1);
    }
    boolean isString = written.indexOf('\'') >= 0 || written.indexOf('"') >= 0;
    return isString ? "X'" + hex(QuotedText.string(text, from, to, rules)) + "'" : written;
  }

  private static String hex(Bytes value) {
    return HexFormat.of().formatHex(value.toArray());
  }
}
