// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;

/**
 * Finds the table in the text of a LOAD, which servers write in this form: {@code LOAD DATA INFILE
 * 'f' IGNORE INTO TABLE `shop`.`orders` FIELDS ...}.
 */
public final class LoadTarget {
  /**
   * Limit of the bytes between the file name and the table. The longest text is {@code ' REPLACE
   * INTO}.
   */
  private static final int MAX_BETWEEN = 32;

  private static final String NAME = "((?:(?!\\1).|\\1\\1)*+)(?:\\1|$)";

  /**
   * Matches the table. The quote is a double quote with ANSI_QUOTES; two quotes in a name stand for
   * one.
   */
  private static final Pattern TARGET =
      Pattern.compile(
          ".{0," + MAX_BETWEEN + "} TABLE ([`\"])" + NAME + "(?:\\.\\1" + NAME + ")?",
          Pattern.DOTALL);

  private LoadTarget() {}

  /**
   * Finds the table.
   *
   * @param fileEnd end of the file name in the text; may be invalid
   * @return {@link TableName#NONE} if the text has another form
   */
  public static TableName of(Bytes text, int fileEnd) {
    int from = Math.min(Math.max(0, fileEnd), text.length());
    String rest =
        new String(text.toArray(), from, text.length() - from, StandardCharsets.ISO_8859_1);
    Matcher target = TARGET.matcher(rest);
    if (!target.lookingAt()) {
      return TableName.NONE;
    }
    Bytes first = name(target, 2);
    return target.group(3) == null
        ? new TableName(Bytes.EMPTY, first)
        : new TableName(first, name(target, 3));
  }

  private static Bytes name(Matcher target, int group) {
    String quote = target.group(1);
    String name = target.group(group).replace(quote + quote, quote);
    return Bytes.wrap(name.getBytes(StandardCharsets.ISO_8859_1));
  }
}
