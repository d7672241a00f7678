// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.colophon.query.text.AsciiJson;
import org.jspecify.annotations.Nullable;

/** Formats log records as JSON objects in ASCII, each on one line. */
final class JsonLogLine {
  private JsonLogLine() {}

  /**
   * Returns a record without a line end.
   *
   * @param thrown the exception, whose stack trace is the field {@code exception}; null for none
   */
  static String of(
      String time,
      System.Logger.Level level,
      String logger,
      String message,
      @Nullable Throwable thrown) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = AsciiJson.compactGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("time", time);
      json.writeStringField("level", level.name());
      json.writeStringField("logger", logger);
      json.writeStringField("thread", Thread.currentThread().getName());
      json.writeStringField("message", message);
      if (thrown != null) {
        json.writeStringField("exception", stackTrace(thrown));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String stackTrace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
