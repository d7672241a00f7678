package org.colophon.reporters.mysql.sql.lex;

import java.util.Locale;
import java.util.Set;

/**
 * Class of the client's character set, which the lexer needs. In some sets, the second byte of a
 * character may be a backslash or backtick. In UTF-8, Latin-1 and the EUC sets it cannot.
 */
public enum ClientCharset {
  /** Every byte below 0x80 is a character. */
  PLAIN,
  /** GBK and GB18030, with lead bytes 0x81 to 0xfe. */
  CHINESE,
  /** Shift-JIS and CP932, with lead bytes 0x81 to 0x9f and 0xe0 to 0xfc. */
  JAPANESE,
  /** Big5, with lead bytes 0xa1 to 0xf9. */
  TAIWANESE;

  /**
   * Difference between the number of a MariaDB collation without padding and that of the same
   * collation with padding.
   */
  private static final int NO_PAD = 1024;

  private static final Set<String> OTHERS =
      Set.of(
          """
          armscii8 ascii binary cp1250 cp1251 cp1256 cp1257 cp850 cp852 cp866 dec8 eucjpms
          euckr gb2312 geostd8 greek hebrew hp8 keybcs2 koi8r koi8u latin1 latin2 latin5
          latin7 macce macroman swe7 tis620 ujis utf8 utf8mb3 utf8mb4
          """
              .split("\\s+"));

  /** Returns whether the servers accept the character set for clients. */
  public static boolean isKnown(String name) {
    return of(name) != PLAIN || OTHERS.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Returns the name of a common character set with the same lexical rules. */
  public String usualName() {
    return switch (this) {
      case PLAIN -> "utf8";
      case CHINESE -> "gbk";
      case JAPANESE -> "sjis";
      case TAIWANESE -> "big5";
    };
  }

  /**
   * Returns the class of a character set by its name, as in SET NAMES, or by the number of a
   * collation. Returns {@link #PLAIN} for other names and numbers.
   */
  public static ClientCharset of(String name) {
    if (name.matches("\\d{1,9}")) {
      return of(Integer.parseInt(name));
    }
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "gbk", "gb18030" -> CHINESE;
      case "big5" -> TAIWANESE;
      case "sjis", "cp932" -> JAPANESE;
      default -> PLAIN;
    };
  }

  private static ClientCharset of(int collation) {
    boolean isNoPad = collation >= NO_PAD && collation < 2 * NO_PAD;
    return switch (isNoPad ? collation - NO_PAD : collation) {
      case 28, 87, 248, 249, 250 -> CHINESE;
      case 1, 84 -> TAIWANESE;
      case 13, 88, 95, 96 -> JAPANESE;
      default -> PLAIN;
    };
  }

  /** Returns whether the two bytes are one character. */
  boolean isPair(byte first, byte second) {
    if (this == PLAIN || first >= 0) {
      return false;
    }
    int trail = second & 0xff;
    return leads(first & 0xff) && trail >= 0x40 && trail != 0x7f && trail <= 0xfe;
  }

  private boolean leads(int lead) {
    return switch (this) {
      case PLAIN -> false;
      case CHINESE -> lead >= 0x81 && lead <= 0xfe;
      case JAPANESE -> isJapaneseLead(lead);
      case TAIWANESE -> lead >= 0xa1 && lead <= 0xf9;
    };
  }

  private static boolean isJapaneseLead(int lead) {
    return (lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc);
  }
}
