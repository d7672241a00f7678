package org.colophon.reporters.mysql.binlog;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Into which table a LOAD goes, as servers word it: {@code LOAD DATA INFILE 'f' IGNORE INTO TABLE
 * `shop`.`orders` FIELDS ...}.
 */
final class LoadTarget {
  private LoadTarget() {}

  /**
   * The table.
   *
   * @param fileEnd where the name of the file ends, which may look like anything
   * @return none if the text is worded in another way
   */
  static TableName of(Bytes text, int fileEnd) {
    int open = text.indexOf('`', Math.max(0, Math.min(fileEnd, text.length())));
    if (open < 0) {
      return new TableName(Bytes.EMPTY, Bytes.EMPTY);
    }
    int first = open + 1;
    int end = endOfName(text, first);
    boolean isQualified =
        end + 2 < text.length() && text.at(end + 1) == '.' && text.at(end + 2) == '`';
    if (!isQualified) {
      return new TableName(Bytes.EMPTY, name(text, first, end));
    }
    int second = end + 3;
    return new TableName(name(text, first, end), name(text, second, endOfName(text, second)));
  }

  /** Where the backtick is that ends a name; two of them stand for one within it. */
  private static int endOfName(Bytes text, int from) {
    int at = from;
    while (at < text.length()) {
      if (text.at(at) == '`') {
        if (at + 1 == text.length() || text.at(at + 1) != '`') {
          return at;
        }
        at++;
      }
      at++;
    }
    return text.length();
  }

  private static Bytes name(Bytes text, int from, int to) {
    byte[] out = new byte[to - from];
    int length = 0;
    for (int at = from; at < to; at++) {
      out[length++] = text.at(at);
      at += text.at(at) == '`' ? 1 : 0;
    }
    return Bytes.copyOf(out, 0, length);
  }
}
