// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Status and headers of an answer.
 *
 * @param headers values of the headers by lower-case name, in the order of arrival
 */
record HttpHead(int status, Map<String, List<String>> headers) {
  private static final int MAX_LINE_BYTES = 1 << 18;
  private static final int MAX_LINES = 1000;

  /**
   * Reads the head of an answer. Skips interim heads. Returns null if the connection ends first.
   */
  static @Nullable HttpHead read(InputStream in) {
    LineReader lines = new LineReader(in, MAX_LINE_BYTES);
    while (true) {
      byte[] first = lines.next();
      if (first == null) {
        return null;
      }
      HttpHead head = new HttpHead(status(text(first)), headers(lines));
      if (head.status() >= 200) {
        return head;
      }
    }
  }

  private static int status(String line) {
    if (!line.matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
      throw malformed(
          "an answer that is not HTTP/1.1: " + line.substring(0, Math.min(80, line.length())));
    }
    return Integer.parseInt(line.substring(9, 12));
  }

  private static Map<String, List<String>> headers(LineReader lines) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (int i = 0; i < MAX_LINES; i++) {
      byte[] bytes = lines.next();
      if (bytes == null) {
        throw malformed("an incomplete head of an answer");
      }
      if (bytes.length == 0) {
        return headers;
      }
      String line = text(bytes);
      int colon = line.indexOf(':');
      if (colon <= 0) {
        throw malformed("a header without a name");
      }
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), n -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    throw malformed("more than " + MAX_LINES + " headers");
  }

  private static ColophonException malformed(String found) {
    return ErrorCode.IO_FAILED.exception(
        "the service sent " + found + "; check that Colophon listens at its address");
  }

  static String text(byte[] line) {
    return new String(line, StandardCharsets.ISO_8859_1);
  }

  /** Returns the first value of a header, or null. */
  @Nullable String first(String name) {
    List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
    return values == null ? null : values.get(0);
  }
}
