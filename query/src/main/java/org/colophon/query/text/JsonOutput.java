// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.text;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;

/** Writes JSON answers. Any thread. */
public final class JsonOutput {
  /** Version of all formats. Fields may be added within a version. */
  public static final int FORMAT_VERSION = 1;

  private JsonOutput() {}

  /** Returns the name of the format of an answer, such as {@code colophon-why}. */
  public static String format(String answer) {
    return "colophon-" + answer;
  }

  /** Writes the first two fields of an answer: its format, and the version of that. */
  public static void writeFormat(JsonGenerator json, String answer) throws IOException {
    json.writeStringField("format", format(answer));
    json.writeNumberField("version", FORMAT_VERSION);
  }

  /** Writes a JSON value. */
  @FunctionalInterface
  public interface Body {
    /** Writes the value. Leaves the generator open. */
    void write(JsonGenerator json) throws IOException;
  }

  /** Writes an indented value and a line end. */
  public static void write(OutputStream out, Body body) throws IOException {
    JsonGenerator json = AsciiJson.generator(out);
    body.write(json);
    json.writeRaw('\n');
    json.flush();
  }
}
