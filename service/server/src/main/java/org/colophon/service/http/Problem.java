package org.colophon.service.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.format.AsciiJson;
import org.eclipse.jetty.http.HttpStatus;

/**
 * A failure as RFC 9457 tells it.
 *
 * @param detail what happened and what to do about it
 * @param lines bad lines of the request, where it had lines
 * @param expected the number of the line that comes next, where numbered lines were refused, else 0
 */
public record Problem(
    int status, ErrorCode code, String detail, List<BadLine> lines, long expected) {
  static final String MEDIA_TYPE = "application/problem+json";

  public Problem {
    lines = List.copyOf(lines);
  }

  /** A failure in which no line is expected. */
  public Problem(int status, ErrorCode code, String detail, List<BadLine> lines) {
    this(status, code, detail, lines, 0);
  }

  /** A line that was refused. */
  public record BadLine(long line, String problem) {}

  static Problem of(ColophonException failure) {
    long expected = failure instanceof ExpectedFailure known ? known.expected() : 0;
    return new Problem(
        HttpFailure.statusOf(failure), failure.code(), failure.getMessage(), List.of(), expected);
  }

  /** As JSON. */
  public byte[] toJson() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = AsciiJson.compactGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("type", "urn:colophon:error:" + code.name());
      json.writeStringField("title", HttpStatus.getMessage(status));
      json.writeNumberField("status", status);
      json.writeStringField("code", code.name());
      json.writeStringField("detail", String.valueOf(detail));
      if (!lines.isEmpty()) {
        writeLines(json, lines);
      }
      if (expected > 0) {
        json.writeNumberField("expected", expected);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return out.toByteArray();
  }

  /** Writes a field with the bad lines. */
  public static void writeLines(JsonGenerator json, List<BadLine> lines) throws IOException {
    json.writeArrayFieldStart("problems");
    for (BadLine each : lines) {
      json.writeStartObject();
      json.writeNumberField("line", each.line());
      json.writeStringField("problem", each.problem());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  ByteBuffer toBuffer() {
    return ByteBuffer.wrap(toJson());
  }
}
