// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encoding of a text, detected from its bytes: a byte order mark of wide characters, zeros in every
 * other byte (UTF-16), well-formed UTF-8, otherwise ISO-8859-1, which loses no byte. A byte order
 * mark in UTF-8 counts as a character of the text, as a patch without it would not fit.
 *
 * @param charset null for a file that is not text
 * @param markBytes bytes of a byte order mark outside of the text
 */
record Encoding(@Nullable Charset charset, int markBytes) {
  private static final Encoding BINARY = new Encoding(null, 0);
  private static final int SAMPLE_BYTES = 8 << 10;
  private static final int CONTROL_SHARE = 20;

  boolean isText() {
    return charset != null;
  }

  /** Returns the name of the encoding of a text. */
  String name() {
    return Objects.requireNonNull(charset).name();
  }

  /** Returns whether a newline is the one byte 10 and no other character has that byte. */
  boolean hasByteLines() {
    return UTF_8.equals(charset) || ISO_8859_1.equals(charset);
  }

  /**
   * Detects the encoding of a text.
   *
   * @param head its first bytes
   * @param rest the part to inspect, all of the text or any part
   */
  static Encoding of(byte[] head, byte[] rest) {
    if (startsWith(head, 0xff, 0xfe, 0, 0)) {
      return new Encoding(Charset.forName("UTF-32LE"), 4);
    }
    if (startsWith(head, 0, 0, 0xfe, 0xff)) {
      return new Encoding(Charset.forName("UTF-32BE"), 4);
    }
    if (startsWith(head, 0xff, 0xfe)) {
      return new Encoding(UTF_16LE, 2);
    }
    if (startsWith(head, 0xfe, 0xff)) {
      return new Encoding(UTF_16BE, 2);
    }
    Encoding wide = ByteScan.indexOf(head, 0, 0) < head.length ? wide(head) : BINARY;
    if (wide.isText()) {
      return wide;
    }
    if (isBinary(head) || (rest != head && isBinary(rest))) {
      return BINARY;
    }
    return new Encoding(isUtf8(rest) ? UTF_8 : ISO_8859_1, 0);
  }

  private static boolean startsWith(byte[] bytes, int... mark) {
    if (bytes.length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((bytes[i] & 0xff) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Detects UTF-16 without a mark, in which nearly every pair of bytes of western text has a zero.
   */
  private static Encoding wide(byte[] head) {
    int[] zeros = new int[2];
    for (int i = 0; i < head.length; i++) {
      zeros[i & 1] += head[i] == 0 ? 1 : 0;
    }
    int pairs = head.length / 2;
    boolean isLittle = zeros[0] == 0 && zeros[1] * 10 > pairs * 7;
    boolean isBig = zeros[1] == 0 && zeros[0] * 10 > pairs * 7;
    if (head.length % 2 != 0 || pairs < 2 || isLittle == isBig) {
      return BINARY;
    }
    return new Encoding(isLittle ? UTF_16LE : UTF_16BE, 0);
  }

  /**
   * Returns true if the bytes are binary: they contain a zero, or more than one control character
   * in twenty bytes.
   */
  private static boolean isBinary(byte[] bytes) {
    int length = Math.min(bytes.length, SAMPLE_BYTES);
    int controls = 0;
    for (int i = 0; i < length; i++) {
      byte b = bytes[i];
      if (b == 0) {
        return true;
      }
      if (b > 0 && b < ' ' && !(b >= '\t' && b <= '\r') && b != 0x1b) {
        controls++;
      }
    }
    return controls * CONTROL_SHARE > length;
  }

  private static boolean isUtf8(byte[] bytes) {
    if (ByteScan.isAscii(bytes)) {
      return true; // most texts are UTF-8, and a trial decoding takes long
    }
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
