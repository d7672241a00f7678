// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.files;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** A small text file whose first line, a comment, has the checksum of the rest. */
public final class CheckedText {
  private static final String PREFIX = "#crc32c=";

  private CheckedText() {}

  /** Returns a text with its checksum. */
  public static String seal(String body) {
    CRC32C crc = new CRC32C();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return PREFIX + "%08x\n".formatted(crc.getValue()) + body;
  }

  /** Returns true if a text has a checksum. Older files have none. */
  public static boolean isSealed(String text) {
    return text.startsWith(PREFIX);
  }

  /**
   * Returns the text without its checksum.
   *
   * @throws IllegalArgumentException if the text has a checksum of another content
   */
  public static String open(String text) {
    String body = isSealed(text) ? text.substring(text.indexOf('\n') + 1) : text;
    if (isSealed(text) && !seal(body).equals(text)) {
      throw new IllegalArgumentException("it does not match its checksum");
    }
    return body;
  }
}
