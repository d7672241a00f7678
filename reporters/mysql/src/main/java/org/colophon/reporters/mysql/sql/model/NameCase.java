package org.colophon.reporters.mysql.sql.model;

import java.util.Locale;
import org.colophon.core.model.Bytes;

/** Whether the names of tables and databases differ by case, as lower_case_table_names says. */
public enum NameCase {
  /** Setting 0, as on Linux by default. */
  DISTINCT,
  /** Settings 1 and 2: names are the same whatever their case; we write them in lower case. */
  FOLDED;

  /** A table's, database's or alias's name as it is compared. */
  public Bytes apply(Bytes name) {
    return this == DISTINCT ? name : fold(name);
  }

  /** In lower case; columns, routines and prepared statements are always compared so. */
  public static Bytes fold(Bytes name) {
    boolean isAscii = true;
    boolean hasUpper = false;
    for (int i = 0; i < name.length(); i++) {
      byte b = name.at(i);
      isAscii &= b >= 0;
      hasUpper |= b >= 'A' && b <= 'Z';
    }
    if (isAscii && !hasUpper) {
      return name;
    }
    String text = name.toString();
    // What is not UTF-8 shows escapes as text, and stays as it is.
    return Bytes.of(text).equals(name) ? Bytes.of(text.toLowerCase(Locale.ROOT)) : name;
  }
}
