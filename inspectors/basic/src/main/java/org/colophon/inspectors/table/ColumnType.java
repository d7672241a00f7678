// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.table;

import java.util.Locale;
import java.util.regex.Pattern;

/** Type of the values of a column; each type but TEXT and EMPTY includes those before it. */
enum ColumnType {
  EMPTY(""),
  TRUTH("(?i)true|false|yes|no"),
  INTEGER("[+-]?\\d{1,19}"),
  NUMBER("[+-]?(\\d{1,30}([.,]\\d{0,30})?|[.,]\\d{1,30})([eE][+-]?\\d{1,4})?"),
  DATE("\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d([.,]\\d{1,9})?)?(Z|[+-]\\d\\d:?\\d\\d)?)?"),
  TEXT("(?s).*");

  private static final int MAX_TELLING_CHARS = 100;

  private final Pattern pattern;

  ColumnType(String pattern) {
    this.pattern = Pattern.compile(pattern);
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ColumnType of(String value) {
    String text = value.strip();
    if (text.length() <= MAX_TELLING_CHARS) {
      for (ColumnType type : values()) {
        if (type.pattern.matcher(text).matches()) {
          return type;
        }
      }
    }
    return TEXT;
  }

  ColumnType with(String value) {
    ColumnType other = this == TEXT ? TEXT : of(value);
    if (other == this || other == EMPTY) {
      return this;
    }
    if (this == EMPTY) {
      return other;
    }
    boolean isNumber = isNumber(this) && isNumber(other);
    return isNumber ? NUMBER : TEXT;
  }

  private static boolean isNumber(ColumnType type) {
    return type == INTEGER || type == NUMBER;
  }
}
