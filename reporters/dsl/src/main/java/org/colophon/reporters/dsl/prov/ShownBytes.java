package org.colophon.reporters.dsl.prov;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;

/** Decodes text escaped by {@link Bytes#display}. */
final class ShownBytes {
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:([nrt\\\\])|x([0-9a-f]{2})|u\\{([0-9a-f]{1,6})\\})");

  private ShownBytes() {}

  static Bytes of(String shown) {
    if (shown.indexOf('\\') < 0) {
      return Bytes.of(shown);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Matcher escape = ESCAPE.matcher(shown);
    int from = 0;
    while (escape.find()) {
      text(bytes, shown.substring(from, escape.start()));
      unescape(bytes, escape);
      from = escape.end();
    }
    text(bytes, shown.substring(from));
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
}
