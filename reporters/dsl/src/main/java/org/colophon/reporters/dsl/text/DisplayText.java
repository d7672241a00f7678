// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;

/** Decodes text that Colophon made printable. */
public final class DisplayText {
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:([nrt\\\\])|x([0-9a-f]{2})|u\\{([0-9a-f]{1,6})\\})");

  private DisplayText() {}

  /** Decodes text escaped by {@link Bytes#display}. */
  public static Bytes decode(String escaped) {
    if (escaped.indexOf('\\') < 0) {
      return Bytes.of(escaped);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Matcher escape = ESCAPE.matcher(escaped);
    int from = 0;
    while (escape.find()) {
      text(bytes, escaped.substring(from, escape.start()));
      unescape(bytes, escape);
      from = escape.end();
    }
    text(bytes, escaped.substring(from));
    return Bytes.wrap(bytes.toByteArray());
  }

  private static void text(ByteArrayOutputStream bytes, String text) {
    bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void unescape(ByteArrayOutputStream bytes, Matcher escape) {
    if (escape.group(2) != null) {
      bytes.write(Integer.parseInt(escape.group(2), 16));
    } else if (escape.group(3) != null) {
      int codePoint = Integer.parseInt(escape.group(3), 16);
      boolean isValid = Character.isValidCodePoint(codePoint);
      text(bytes, isValid ? Character.toString(codePoint) : escape.group());
    } else {
      bytes.write("\n\r\t\\".charAt("nrt\\".indexOf(escape.group(1))));
    }
  }

  /** Splits a command line that Colophon quoted, and decodes its words. */
  public static List<Bytes> splitCommand(String line) {
    List<Bytes> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean isQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\'') {
        isQuoted = !isQuoted;
      } else if (!isQuoted && line.startsWith("\\'", i)) {
        word.append('\'');
        i++;
      } else if (!isQuoted && c == ' ') {
        words.add(decode(word.toString()));
        word.setLength(0);
      } else {
        word.append(c);
      }
    }
    words.add(decode(word.toString()));
    return words;
  }
}
