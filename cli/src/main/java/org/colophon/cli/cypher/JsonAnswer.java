// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.colophon.query.text.AsciiJson;

/** Writes a JSON array with an object for each row, row by row. */
final class JsonAnswer implements AnswerWriter {
  private final JsonGenerator json;
  private List<String> columns = List.of();

  JsonAnswer(OutputStream out) throws IOException {
    this.json = AsciiJson.generator(out);
    json.writeStartArray();
  }

  @Override
  public void columns(List<String> names) {
    columns = names;
  }

  @Override
  public void row(List<Object> values) throws IOException {
    json.writeStartObject();
    for (int i = 0; i < columns.size(); i++) {
      json.writeFieldName(columns.get(i));
      JsonValue.write(json, values.get(i));
    }
    json.writeEndObject();
  }

  @Override
  public void end() throws IOException {
    json.writeEndArray();
    json.writeRaw('\n');
    json.flush();
  }
}
