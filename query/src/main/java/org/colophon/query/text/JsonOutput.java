package org.colophon.query.text;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;

/** Writes the JSON of answers other than lineages and reports. */
public final class JsonOutput {
  private JsonOutput() {}

  /** Writes one JSON value. */
  @FunctionalInterface
  public interface Body {
    /** Writes the value; does not close the generator. */
    void write(JsonGenerator json) throws IOException;
  }

  /** Writes one value, indented, and the end of its line. */
  public static void write(OutputStream out, Body body) throws IOException {
    JsonGenerator json = AsciiJson.generator(out);
    body.write(json);
    json.writeRaw('\n');
    json.flush();
  }
}
