package org.colophon.reporters.mysql.sql.lex;

import java.util.Locale;

/**
 * What matters of a client's character set to a lexer: whether the second byte of a character can
 * be a backslash or a backtick. In UTF-8, Latin-1 and the EUC sets it cannot.
 */
public enum ClientCharset {
  /** Every byte below 0x80 is itself. */
  PLAIN,
  /** Big5, GBK and GB18030: 0x81 to 0xfe lead. */
  CHINESE,
  /** Shift-JIS and CP932: 0x81 to 0x9f and 0xe0 to 0xfc lead. */
  JAPANESE;

  /** The set of the given name, as in SET NAMES; {@link #PLAIN} if it is not one of the awkward. */
  public static ClientCharset of(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "big5", "gbk", "gb18030" -> CHINESE;
      case "sjis", "cp932" -> JAPANESE;
      default -> PLAIN;
    };
  }

  /** Whether the two bytes are one character. */
  boolean isPair(byte first, byte second) {
    if (this == PLAIN || first >= 0) {
      return false;
    }
    int lead = first & 0xff;
    boolean leads = this == CHINESE ? lead >= 0x81 && lead <= 0xfe : isJapaneseLead(lead);
    int trail = second & 0xff;
    return leads && trail >= 0x40 && trail != 0x7f && trail <= 0xfe;
  }

  private static boolean isJapaneseLead(int lead) {
    return (lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc);
  }
}
