// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.text.DisplayText;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * A problem as defined by RFC 9457.
 *
 * @param detail what happened and what to do about it
 * @param lines rejected lines of the request
 * @param expected number of the expected line if numbered lines were rejected, else 0
 */
public record Problem(
    int status, ErrorCode code, String detail, List<BadLine> lines, long expected) {
  public Problem {
    lines = List.copyOf(lines);
  }

  /** Constructs a problem that is not about numbered lines. */
  public Problem(int status, ErrorCode code, String detail, List<BadLine> lines) {
    this(status, code, detail, lines, 0);
  }

  /**
   * A rejected line.
   *
   * @param code the code of a refused step of a transaction; null for other lines
   */
  public record BadLine(
      long line,
      String problem,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String code) {}

  public static Problem of(ColophonException failure) {
    long expected = failure instanceof HttpFailure known ? known.expected() : 0;
    return new Problem(
        HttpFailure.statusOf(failure), failure.code(), failure.getMessage(), List.of(), expected);
  }

  public byte[] toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", "urn:colophon:error:" + code.name());
    json.put("title", HttpStatus.getMessage(status));
    json.put("status", status);
    json.put("code", code.name());
    json.put("detail", String.valueOf(detail));
    if (!lines.isEmpty()) {
      json.put("problems", lines);
    }
    if (expected > 0) {
      json.put("expected", expected);
    }
    return AnswerJson.line(json).getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns an HTML page. */
  public byte[] toHtml() {
    String text = escaped(DisplayText.text(String.valueOf(detail)));
    return """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>Colophon: %s</title>
        <link rel="stylesheet" href="/ui/explorer.css">
        <main class="refusal"><h1>%s</h1><p>%s</p></main></html>
        """
        .formatted(HttpStatus.getMessage(status), HttpStatus.getMessage(status), text)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  public ByteBuffer toBuffer() {
    return ByteBuffer.wrap(toJson());
  }
}
