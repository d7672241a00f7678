// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.model;

import java.util.Locale;
import org.colophon.core.model.Bytes;

/** Case rule for names of tables and databases, as in lower_case_table_names. */
public enum NameCase {
  /** Setting 0, the default on Linux. */
  DISTINCT,
  /** Settings 1 and 2: case does not distinguish names. Names are converted to lower case. */
  FOLDED;

  /** Returns the form of a table, database or alias name that is used in comparisons. */
  public Bytes apply(Bytes name) {
    return this == DISTINCT ? name : fold(name);
  }

  /** Returns a name in lower case, the form for columns, routines and prepared statements. */
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
    // Text that is not UTF-8 is not changed.
    return Bytes.of(text).equals(name) ? Bytes.of(text.toLowerCase(Locale.ROOT)) : name;
  }
}
