package org.colophon.query.text;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import org.colophon.query.export.AsciiJson;

/** Writes the JSON of the answers that are no lineages or reports. */
public final class JsonOutput {
  private JsonOutput() {}

  /** What writes one JSON value. */
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
