// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The client's character set. It decides the bytes of names, which the server converts to UTF-8. In
 * some sets, the second byte of a character may be a backslash or backtick, which the lexer needs.
 *
 * @param name name as in SET NAMES.
 * @param pairs which bytes are pairs.
 * @param encoding encoding of names; null for UTF-8, ASCII, and sets that Java does not know.
 */
public record ClientCharset(String name, Pairs pairs, @Nullable Charset encoding) {
  /** Characters of two bytes whose second byte may be an ASCII character. */
  public enum Pairs {
    /** Every byte below 0x80 is a character. */
    NONE,
    /** GBK and GB18030, with lead bytes 0x81 to 0xfe. */
    CHINESE,
    /** Shift-JIS and CP932, with lead bytes 0x81 to 0x9f and 0xe0 to 0xfc. */
    JAPANESE,
    /** Big5, with lead bytes 0xa1 to 0xf9. */
    TAIWANESE
  }

  /** UTF-8. */
  public static final ClientCharset UTF8 = new ClientCharset("utf8", Pairs.NONE, null);

  /**
   * Difference between the number of a MariaDB collation without padding and that of the same
   * collation with padding.
   */
  private static final int NO_PAD = 1024;

  /** Sets with names in ASCII or UTF-8, and sets that Java does not know. */
  private static final Set<String> UNCONVERTED =
      Set.of(
          """
          armscii8 ascii binary dec8 geostd8 hp8 keybcs2 swe7 utf8 utf8mb3 utf8mb4
          """
              .split("\\s+"));

  /** Encodings by the servers' names. */
  private static final Map<String, String> ENCODINGS =
      encodings(
          """
          big5 Big5 cp1250 windows-1250 cp1251 windows-1251 cp1256 windows-1256
          cp1257 windows-1257 cp850 IBM850 cp852 IBM852 cp866 IBM866 cp932 windows-31j
          eucjpms EUC-JP euckr EUC-KR gb18030 GB18030 gb2312 GB2312 gbk GBK greek ISO-8859-7
          hebrew ISO-8859-8 koi8r KOI8-R koi8u KOI8-U latin1 windows-1252 latin2 ISO-8859-2
          latin5 ISO-8859-9 latin7 ISO-8859-13 macce x-MacCentralEurope macroman x-MacRoman
          sjis Shift_JIS tis620 TIS-620 ujis EUC-JP
          """);

  private static Map<String, String> encodings(String list) {
    String[] words = list.strip().split("\\s+", -1);
    Map<String, String> encodings = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      encodings.put(words[i], words[i + 1]);
    }
    return Map.copyOf(encodings);
  }

  /** Returns whether the servers accept the character set for clients. */
  public static boolean isKnown(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return ENCODINGS.containsKey(lower) || UNCONVERTED.contains(lower);
  }

  /**
   * Returns a character set by its name, as in SET NAMES, or by the number of a collation. Returns
   * {@link #UTF8} for other names and numbers.
   */
  public static ClientCharset of(String name) {
    String known =
        name.matches("\\d{1,9}") ? of(Integer.parseInt(name)) : name.toLowerCase(Locale.ROOT);
    String encoding = ENCODINGS.get(known);
    if (encoding == null || !Charset.isSupported(encoding)) {
      return UTF8;
    }
    Pairs pairs =
        switch (known) {
          case "gbk", "gb18030" -> Pairs.CHINESE;
          case "big5" -> Pairs.TAIWANESE;
          case "sjis", "cp932" -> Pairs.JAPANESE;
          default -> Pairs.NONE;
        };
    return new ClientCharset(known, pairs, Charset.forName(encoding));
  }

  private static String of(int collation) {
    boolean isNoPad = collation >= NO_PAD && collation < 2 * NO_PAD;
    return switch (isNoPad ? collation - NO_PAD : collation) {
      case 28, 87 -> "gbk";
      case 248, 249, 250 -> "gb18030";
      case 1, 84 -> "big5";
      case 13, 88 -> "sjis";
      case 95, 96 -> "cp932";
      case 5, 8, 15, 31, 47, 48, 49, 94 -> "latin1";
      default -> UTF8.name;
    };
  }

  /** Returns a name as the server stores it. A name with invalid bytes is not changed. */
  Bytes decoded(Bytes name) {
    if (encoding == null || isAscii(name)) {
      return name;
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(name.toArray());
      return Bytes.of(encoding.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      return name; // the server rejects the statement
    }
  }

  private static boolean isAscii(Bytes name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.at(i) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether some characters have two bytes of which the second may be ASCII. */
  boolean hasPairs() {
    return pairs != Pairs.NONE;
  }

  /** Returns whether the two bytes are one character. */
  boolean isPair(byte first, byte second) {
    if (!hasPairs() || first >= 0) {
      return false;
    }
    int trail = second & 0xff;
    return isLead(first & 0xff) && trail >= 0x40 && trail != 0x7f && trail <= 0xfe;
  }

  private boolean isLead(int lead) {
    return switch (pairs) {
      case NONE -> false;
      case CHINESE -> lead >= 0x81 && lead <= 0xfe;
      case JAPANESE -> isJapaneseLead(lead);
      case TAIWANESE -> lead >= 0xa1 && lead <= 0xf9;
    };
  }

  private static boolean isJapaneseLead(int lead) {
    return (lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc);
  }
}
