// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.PageHeaders;

/** The explorer's files in the jar. Any thread. */
final class ExplorerFiles {
  static final String INDEX = "index.html";

  private static final String DIRECTORY = "/org/colophon/service/explorer/";
  private static final Map<String, String> TYPES =
      Map.of(
          "html", MediaTypes.HTML,
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, PageFile> files = new ConcurrentHashMap<>();

  private record PageFile(String type, String text, String tag) {}

  /** Answers with a file, or with 304 if the caller has the same version. */
  void write(Exchange exchange, String name) throws IOException {
    PageFile file = find(name);
    PageHeaders.ALL.forEach(exchange::setHeader);
    exchange.setHeader("Cache-Control", "no-cache");
    exchange.setHeader("ETag", file.tag());
    if (file.tag().equals(exchange.header("If-None-Match"))) {
      exchange.empty(304);
    } else {
      exchange.text(200, file.type(), file.text());
    }
  }

  private PageFile find(String name) throws IOException {
    PageFile known = files.get(name);
    if (known != null) {
      return known;
    }
    PageFile file = read(name);
    files.put(name, file);
    return file;
  }

  private static PageFile read(String name) throws IOException {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    boolean isSafe = name.matches("[a-z-]+\\.[a-z]+");
    try (InputStream in =
        isSafe ? ExplorerFiles.class.getResourceAsStream(DIRECTORY + name) : null) {
      if (in == null || type == null) {
        throw ErrorCode.NOT_FOUND.exception("the explorer has no such file: open / instead");
      }
      byte[] bytes = in.readAllBytes();
      return new PageFile(type, new String(bytes, StandardCharsets.UTF_8), tag(bytes));
    }
  }

  private static String tag(byte[] bytes) {
    return '"' + DigestUtils.sha256Hex(bytes).substring(0, 32) + '"';
  }
}
