package org.colophon.storage.jdbc;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;

/** How values of Colophon stand in columns. */
final class Values {
  /** Texts are for people, and short enough for every index: at most three bytes a character. */
  static final int MAX_TEXT = 600;

  /** How much of a path is indexed in the order of its bytes. */
  static final int MAX_HEAD = 400;

  private static final String CUT = "...";

  private Values() {}

  /** Bytes as people read them, on one harmless line, the middle left out if it is long. */
  static String text(Bytes bytes) {
    if (bytes.length() <= 2 * MAX_TEXT) {
      return shorten(bytes.display());
    }
    Bytes tail = bytes.slice(bytes.length() - MAX_TEXT, bytes.length());
    return shorten(bytes.slice(0, MAX_TEXT).display() + CUT + tail.display());
  }

  static String shorten(String text) {
    int length = text.length();
    return length <= MAX_TEXT
        ? text
        : upTo(text, MAX_TEXT / 4) + CUT + from(text, length - MAX_TEXT / 2);
  }

  /** Does not part what stands in two characters. */
  private static String upTo(String text, int end) {
    return text.substring(0, Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end);
  }

  private static String from(String text, int begin) {
    return text.substring(Character.isLowSurrogate(text.charAt(begin)) ? begin + 1 : begin);
  }

  /** A number from bytes of any length, for an index. Nobody finds two that share it. */
  static long hash(Bytes bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.toArray());
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  static byte[] head(Bytes path) {
    return path.slice(0, Math.min(path.length(), MAX_HEAD)).toArray();
  }

  /** Null where zero says that a number is unknown. */
  static Long known(long number) {
    return number == 0 ? null : number;
  }

  static Long lsn(long lsn) {
    return lsn == Lsn.OPEN ? null : lsn;
  }

  static long lsn(ResultSet row, int column) throws SQLException {
    long lsn = row.getLong(column);
    return row.wasNull() ? Lsn.OPEN : lsn;
  }

  static Bytes bytes(ResultSet row, int column) throws SQLException {
    return Bytes.wrap(row.getBytes(column));
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> E value(Class<E> type, String word) {
    try {
      return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new ColophonException(
          ErrorCode.STORE_CORRUPT, "no " + type.getSimpleName() + " is called '" + word + "'", e);
    }
  }

  /** Each argument after its length in four bytes. */
  static byte[] arguments(List<Bytes> arguments) {
    int length = arguments.stream().mapToInt(each -> Integer.BYTES + each.length()).sum();
    ByteBuffer packed = ByteBuffer.allocate(length);
    arguments.forEach(each -> packed.putInt(each.length()).put(each.toArray()));
    return packed.array();
  }

  static List<Bytes> arguments(byte[] packed) {
    ByteBuffer in = ByteBuffer.wrap(packed);
    List<Bytes> arguments = new ArrayList<>();
    while (in.hasRemaining()) {
      byte[] argument = new byte[in.getInt()];
      in.get(argument);
      arguments.add(Bytes.wrap(argument));
    }
    return arguments;
  }
}
