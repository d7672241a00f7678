package org.colophon.reporters.mysql.binlog;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Into which table a LOAD goes, as servers word it: {@code LOAD DATA INFILE 'f' IGNORE INTO TABLE
 * `shop`.`orders` FIELDS ...}.
 */
final class LoadTarget {
  private static final Bytes BEFORE = Bytes.of(" TABLE ");

  /** Between the name of the file and that stands no more than {@code ' REPLACE INTO}. */
  private static final int MOST_BETWEEN = 32;

  private LoadTarget() {}

  /**
   * The table.
   *
   * @param fileEnd where the name of the file ends, which may look like anything
   * @return none if the text is worded in another way
   */
  static TableName of(Bytes text, int fileEnd) {
    int open = openOfName(text, Math.max(0, fileEnd));
    if (open < 0) {
      return new TableName(Bytes.EMPTY, Bytes.EMPTY);
    }
    int first = open + 1;
    byte quote = text.at(open);
    int end = endOfName(text, first, quote);
    boolean isQualified =
        end + 2 < text.length() && text.at(end + 1) == '.' && text.at(end + 2) == quote;
    if (!isQualified) {
      return new TableName(Bytes.EMPTY, name(text, first, end, quote));
    }
    int second = end + 3;
    int last = endOfName(text, second, quote);
    return new TableName(name(text, first, end, quote), name(text, second, last, quote));
  }

  /** Where the quote is that the name begins with, a double one with ANSI_QUOTES; -1 if nowhere. */
  private static int openOfName(Bytes text, int fileEnd) {
    int last = Math.min(text.length() - BEFORE.length() - 1, fileEnd + MOST_BETWEEN);
    for (int at = fileEnd; at <= last; at++) {
      int open = at + BEFORE.length();
      if (text.slice(at, open).equals(BEFORE) && (text.at(open) == '`' || text.at(open) == '"')) {
        return open;
      }
    }
    return -1;
  }

  /** Where the quote is that ends a name; two of them stand for one within it. */
  private static int endOfName(Bytes text, int from, byte quote) {
    int at = from;
    while (at < text.length()) {
      if (text.at(at) == quote) {
        if (at + 1 == text.length() || text.at(at + 1) != quote) {
          return at;
        }
        at++;
      }
      at++;
    }
    return text.length();
  }

  private static Bytes name(Bytes text, int from, int to, byte quote) {
    byte[] out = new byte[to - from];
    int length = 0;
    for (int at = from; at < to; at++) {
      out[length++] = text.at(at);
      at += text.at(at) == quote ? 1 : 0;
    }
    return Bytes.copyOf(out, 0, length);
  }
}
