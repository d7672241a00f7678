// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.text;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;

/** Writes JSON for answers other than lineages and reports. */
public final class JsonOutput {
  private JsonOutput() {}

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
