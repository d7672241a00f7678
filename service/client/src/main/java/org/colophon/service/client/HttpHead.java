package org.colophon.service.client;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * An answer's status and headers.
 *
 * @param headers by name in lower case, in the order in which they came
 */
record HttpHead(int status, Map<String, List<String>> headers) {
  private static final int MAX_LINE_BYTES = 1 << 18;
  private static final int MAX_LINES = 1000;

  /** Reads a head, passing over those that only say that one will come; null where none came. */
  static HttpHead read(InputStream in) {
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
      throw strange("no HTTP/1.1: " + line.substring(0, Math.min(80, line.length())));
    }
    return Integer.parseInt(line.substring(9, 12));
  }

  private static Map<String, List<String>> headers(LineReader lines) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (int i = 0; i < MAX_LINES; i++) {
      byte[] bytes = lines.next();
      if (bytes == null) {
        throw strange("half an answer");
      }
      if (bytes.length == 0) {
        return headers;
      }
      add(headers, text(bytes));
    }
    throw strange("more than " + MAX_LINES + " headers");
  }

  private static void add(Map<String, List<String>> headers, String line) {
    int colon = line.indexOf(':');
    if (colon <= 0) {
      throw strange("a header without a name");
    }
    String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
    headers.computeIfAbsent(name, each -> new ArrayList<>()).add(line.substring(colon + 1).strip());
  }

  private static ColophonException strange(String what) {
    return new ColophonException(ErrorCode.IO_FAILED, "the service sent " + what);
  }

  static String text(byte[] line) {
    return new String(line, StandardCharsets.ISO_8859_1);
  }
}
