package org.colophon.service.answer;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import org.colophon.query.export.AsciiJson;

/** Writes the JSON of the answers that are no lineages or reports. */
final class AnswerJson {
  private AnswerJson() {}

  /** What writes one JSON value. */
  @FunctionalInterface
  interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  /** Writes one value, indented, and the end of its line. */
  static void write(OutputStream out, Body body) throws IOException {
    JsonGenerator json = AsciiJson.generator(out);
    body.write(json);
    json.writeRaw('\n');
    json.flush();
  }
}
