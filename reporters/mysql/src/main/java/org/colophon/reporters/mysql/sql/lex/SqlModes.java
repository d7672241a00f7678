// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import java.util.Locale;
import java.util.Set;

/** Decides from SQL modes where quotes end. */
public final class SqlModes {
  private static final String ANSI_QUOTES = "ANSI_QUOTES";
  private static final String NO_BACKSLASH_ESCAPES = "NO_BACKSLASH_ESCAPES";

  /** Modes that emulate other dialects and imply ANSI_QUOTES. */
  private static final Set<String> ANSI =
      Set.of(ANSI_QUOTES, "ANSI", "DB2", "MAXDB", "MSSQL", "ORACLE", "POSTGRESQL");

  private static final Set<String> OTHERS =
      Set.of(
          """
          ALLOW_INVALID_DATES EMPTY_STRING_IS_NULL ERROR_FOR_DIVISION_BY_ZERO
          HIGH_NOT_PRECEDENCE IGNORE_BAD_TABLE_OPTIONS IGNORE_SPACE MYSQL323 MYSQL40
          NO_AUTO_CREATE_USER NO_AUTO_VALUE_ON_ZERO NO_DIR_IN_CREATE NO_ENGINE_SUBSTITUTION
          NO_FIELD_OPTIONS NO_KEY_OPTIONS NO_TABLE_OPTIONS NO_UNSIGNED_SUBTRACTION
          NO_ZERO_DATE NO_ZERO_IN_DATE ONLY_FULL_GROUP_BY PAD_CHAR_TO_FULL_LENGTH
          PIPES_AS_CONCAT REAL_AS_FLOAT SIMULTANEOUS_ASSIGNMENT STRICT_ALL_TABLES
          STRICT_TRANS_TABLES TIME_ROUND_FRACTIONAL TIME_TRUNCATE_FRACTIONAL TRADITIONAL
          """
              .split("\\s+"));

  // Numbers of the modes, as in SET sql_mode = 4.
  private static final long ANSI_BITS = 1L << 2 | 0b11111L << 8 | 1L << 18;
  private static final long NO_BACKSLASH_ESCAPES_BIT = 1L << 20;

  private SqlModes() {}

  /** Returns whether all modes in a comma-separated list are known. */
  public static boolean areKnown(String modes) {
    for (String mode : split(modes)) {
      if (!ANSI.contains(mode)
          && !OTHERS.contains(mode)
          && !mode.isEmpty()
          && !mode.equals(NO_BACKSLASH_ESCAPES)) {
        return false;
      }
    }
    return true;
  }

  static boolean isAnsiQuotes(String modes) {
    long bits = bits(modes);
    boolean isNamed = false;
    for (String mode : split(modes)) {
      isNamed |= ANSI.contains(mode);
    }
    return isNamed || (bits & ANSI_BITS) != 0;
  }

  static boolean isBackslashPlain(String modes) {
    boolean isNamed = false;
    for (String mode : split(modes)) {
      isNamed |= mode.equals(NO_BACKSLASH_ESCAPES);
    }
    return isNamed || (bits(modes) & NO_BACKSLASH_ESCAPES_BIT) != 0;
  }

  /** Returns the comma-separated list of the relevant modes, as the server formats it. */
  static String list(boolean isAnsiQuotes, boolean isBackslashPlain) {
    String quotes = isAnsiQuotes ? ANSI_QUOTES : "";
    String backslash = isBackslashPlain ? NO_BACKSLASH_ESCAPES : "";
    return isAnsiQuotes && isBackslashPlain ? quotes + "," + backslash : quotes + backslash;
  }

  private static String[] split(String modes) {
    return modes.toUpperCase(Locale.ROOT).replace(" ", "").split(",", -1);
  }

  /** Returns the bits of modes that are given as a number; 0 if the text is not a number. */
  private static long bits(String modes) {
    return modes.matches("\\d{1,18}") ? Long.parseLong(modes) : 0;
  }
}
