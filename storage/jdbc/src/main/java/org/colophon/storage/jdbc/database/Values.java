// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.storage.common.ByteStrings;
import org.jspecify.annotations.Nullable;

/** Conversions between values and columns. */
public final class Values {
  /** Maximum length of stored texts. Any index can hold it at three bytes a character. */
  public static final int MAX_TEXT = 600;

  /** Length of the indexed prefix of a path in bytes. */
  public static final int MAX_HEAD = 400;

  private static final String CUT = "...";

  private Values() {}

  /** Returns bytes as one printable line; omits the middle of long ones. */
  public static String text(Bytes bytes) {
    if (bytes.length() <= 2 * MAX_TEXT) {
      return shorten(bytes.display());
    }
    Bytes tail = bytes.slice(bytes.length() - MAX_TEXT, bytes.length());
    return shorten(bytes.slice(0, MAX_TEXT).display() + CUT + tail.display());
  }

  public static String shorten(String text) {
    int length = text.length();
    return length <= MAX_TEXT
        ? text
        : upTo(text, MAX_TEXT / 4) + CUT + from(text, length - MAX_TEXT / 2);
  }

  /** Returns the text before an index; splits no surrogate pair. */
  private static String upTo(String text, int end) {
    return text.substring(0, Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end);
  }

  private static String from(String text, int begin) {
    return text.substring(Character.isLowSurrogate(text.charAt(begin)) ? begin + 1 : begin);
  }

  /** Returns a hash for an index. Two values with the same hash are hard to find. */
  public static long hash(Bytes bytes) {
    return ByteStrings.hash(bytes.toArray());
  }

  public static byte[] head(Bytes path) {
    return path.slice(0, Math.min(path.length(), MAX_HEAD)).toArray();
  }

  /** Returns null for the unknown number 0. */
  public static @Nullable Long nullIfZero(long number) {
    return number == 0 ? null : number;
  }

  public static @Nullable Long lsn(long lsn) {
    return lsn == Lsn.OPEN ? null : lsn;
  }

  public static long lsn(ResultSet row, int column) throws SQLException {
    long lsn = row.getLong(column);
    return row.wasNull() ? Lsn.OPEN : lsn;
  }

  public static Bytes bytes(ResultSet row, int column) throws SQLException {
    return Bytes.wrap(row.getBytes(column));
  }

  public static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  public static <E extends Enum<E>> E value(Class<E> type, String word) {
    try {
      return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the store holds an unknown " + type.getSimpleName() + " '" + word + "'", e);
    }
  }
}
