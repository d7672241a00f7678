package org.colophon.service.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.query.text.AsciiJson;
import org.colophon.service.http.Exchange;
import org.colophon.service.json.AnswerJson;
import org.colophon.service.protocol.MediaTypes;

/** Rows of a Cypher result, written as they come. One thread. */
final class CypherRows implements CypherResult {
  private final Exchange exchange;
  private final boolean isTyped;
  private OutputStream out;
  private JsonGenerator json;
  private long count;

  /**
   * Begins nothing yet.
   *
   * @param isTyped true to write values without a JSON type as objects with one field that names
   *     the type, such as {@code $node}
   */
  CypherRows(Exchange exchange, boolean isTyped) {
    this.exchange = exchange;
    this.isTyped = isTyped;
  }

  boolean hasBegun() {
    return json != null;
  }

  @Override
  public void columns(List<String> names) {
    try {
      out = exchange.answer(200, MediaTypes.JSON);
      json = AsciiJson.compactGenerator(out);
      json.writeStartObject();
      json.writeFieldName("columns");
      AnswerJson.write(names, json);
      json.writeRaw("\n");
      json.writeArrayFieldStart("rows");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean row(List<Object> values) {
    try {
      json.writeRaw("\n");
      list(values);
      count++;
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void end(ColophonException failure) throws IOException {
    if (json == null) {
      columns(List.of());
    }
    json.writeEndArray();
    json.writeNumberField("count", count);
    if (failure == null) {
      json.writeBooleanField("complete", true);
    } else {
      json.writeObjectFieldStart("error");
      json.writeStringField("code", failure.code().name());
      json.writeStringField("detail", failure.getMessage());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeRaw("\n");
    json.flush();
    out.close();
  }

  private void value(Object value) throws IOException {
    String type = isTyped ? type(value) : null;
    if (type == null) {
      plain(value);
      return;
    }
    json.writeStartObject();
    json.writeFieldName(type);
    if (value instanceof byte[] bytes) {
      json.writeBinary(bytes);
    } else {
      plain(value);
    }
    json.writeEndObject();
  }

  /** Returns null for a value that has a JSON type. */
  private static String type(Object value) {
    if (value instanceof CypherNode) {
      return "$node";
    } else if (value instanceof CypherRelationship) {
      return "$relationship";
    } else if (value instanceof CypherPath) {
      return "$path";
    } else if (value instanceof byte[]) {
      return "$base64";
    } else if (value instanceof Double number && !Double.isFinite(number)) {
      return "$double";
    } else if (value instanceof Map<?, ?> map) {
      boolean isAmbiguous = map.keySet().stream().anyMatch(k -> k.toString().startsWith("$"));
      return isAmbiguous ? "$map" : null;
    }
    return null;
  }

  private void plain(Object value) throws IOException {
    if (value instanceof CypherNode node) {
      Map<String, Object> fields = fields("node", node.id());
      fields.put("labels", node.labels());
      fields.put("properties", node.properties());
      map(fields);
    } else if (value instanceof CypherRelationship relationship) {
      Map<String, Object> fields = fields("relationship", relationship.id());
      fields.put("relationship", relationship.type());
      fields.put("start", relationship.start());
      fields.put("end", relationship.end());
      fields.put("properties", relationship.properties());
      map(fields);
    } else if (value instanceof CypherPath path) {
      json.writeStartObject();
      json.writeStringField("type", "path");
      json.writeFieldName("nodes");
      list(path.nodes());
      json.writeFieldName("relationships");
      list(path.relationships());
      json.writeEndObject();
    } else if (value instanceof Map<?, ?> map) {
      map(map);
    } else if (value instanceof List<?> list) {
      list(list);
    } else {
      scalar(value);
    }
  }

  private static Map<String, Object> fields(String type, long id) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", type);
    fields.put("id", id);
    return fields;
  }

  private void scalar(Object value) throws IOException {
    if (value instanceof byte[] bytes) {
      json.writeStartObject();
      json.writeBinaryField("base64", bytes);
      json.writeEndObject();
    } else if (value instanceof Double number && !Double.isFinite(number)) {
      json.writeString(number.toString());
    } else if (value instanceof Number || value instanceof Boolean || value == null) {
      AnswerJson.write(value, json);
    } else {
      json.writeString(value.toString());
    }
  }

  private void list(List<?> values) throws IOException {
    json.writeStartArray();
    for (Object each : values) {
      value(each);
    }
    json.writeEndArray();
  }

  private void map(Map<?, ?> values) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> each : values.entrySet()) {
      json.writeFieldName(each.getKey().toString());
      value(each.getValue());
    }
    json.writeEndObject();
  }
}
