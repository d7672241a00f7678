package org.colophon.reporters.mysql.sql.column;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.colophon.core.model.Bytes;

/**
 * The form of an extended record {@value #TYPE}: {@code {"columns": [{"table": "d.t", "column":
 * "a", "how": "copy", "from": [{"table": "d.u", "column": "x"}]}]}}. A source that is not certain
 * says {@code "certain": false}.
 */
public final class ColumnsJson {
  public static final String TYPE = "sql/columns";

  private static final JsonFactory FACTORY = new JsonFactory();

  private ColumnsJson() {}

  /** Flows as UTF-8. */
  public static Bytes of(List<ColumnFlow> flows) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.writeStartObject();
      json.writeArrayFieldStart("columns");
      for (ColumnFlow flow : flows) {
        write(json, flow);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to memory", e);
    }
    return Bytes.wrap(out.toByteArray());
  }

  private static void write(JsonGenerator json, ColumnFlow flow) throws IOException {
    json.writeStartObject();
    json.writeStringField("table", flow.target().toString());
    json.writeStringField("column", flow.column().toString());
    json.writeStringField("how", flow.how().name().toLowerCase(Locale.ROOT));
    json.writeArrayFieldStart("from");
    for (ColumnSource source : flow.sources()) {
      json.writeStartObject();
      json.writeStringField("table", source.table().toString());
      json.writeStringField("column", source.column().toString());
      if (!source.isCertain()) {
        json.writeBooleanField("certain", false);
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
