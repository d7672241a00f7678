// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Turns bytes of unknown origin into text that a terminal shows as one harmless line. */
final class BytesDisplay {
  private BytesDisplay() {}

  static String escape(byte[] value) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(value);
    CharBuffer out = CharBuffer.allocate(value.length + 1);
    StringBuilder text = new StringBuilder(value.length + 8);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      out.flip();
      out.codePoints().forEach(c -> appendSafe(text, c));
      out.clear();
      if (result.isUnderflow()) {
        return text.toString();
      }
      for (int i = 0; i < result.length(); i++) {
        text.append(String.format("\\x%02x", in.get() & 0xff));
      }
      decoder.reset();
    }
  }

  private static void appendSafe(StringBuilder text, int codePoint) {
    switch (codePoint) {
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      case '\\' -> text.append("\\\\");
      default -> {
        if (isHarmless(codePoint)) {
          text.appendCodePoint(codePoint);
        } else {
          text.append(String.format("\\u{%x}", codePoint));
        }
      }
    }
  }

  private static boolean isHarmless(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
