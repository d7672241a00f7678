package org.colophon.cli.cypher;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.colophon.query.format.AsciiJson;

/**
 * Values of answers as JSON. A node is {@code {labels, id, properties}}, a relationship {@code
 * {type, id, start, end, properties}}, a path {@code {nodes, relationships}}, bytes {@code
 * {base64}}; numbers that JSON does not have are texts.
 */
final class JsonValue {
  private JsonValue() {}

  /** The value on one line. */
  static String text(Object value) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (JsonGenerator json = AsciiJson.compactGenerator(text)) {
      write(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot be: nothing is written but memory
    }
    return text.toString(StandardCharsets.US_ASCII);
  }

  static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof List<?> list) {
      writeAll(json, list);
    } else if (value instanceof Map<?, ?> map) {
      writeMap(json, map);
    } else if (value instanceof CypherNode node) {
      writeNode(json, node);
    } else if (value instanceof CypherRelationship relationship) {
      writeRelationship(json, relationship);
    } else if (value instanceof CypherPath path) {
      writePath(json, path);
    } else {
      writeScalar(json, value);
    }
  }

  private static void writeScalar(JsonGenerator json, Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean isTrue) {
      json.writeBoolean(isTrue);
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Double number && Double.isFinite(number)) {
      json.writeNumber(number);
    } else if (value instanceof byte[] bytes) {
      json.writeStartObject();
      json.writeBinaryField("base64", bytes);
      json.writeEndObject();
    } else {
      json.writeString(value.toString());
    }
  }

  private static void writeAll(JsonGenerator json, List<?> values) throws IOException {
    json.writeStartArray();
    for (Object value : values) {
      write(json, value);
    }
    json.writeEndArray();
  }

  private static void writeMap(JsonGenerator json, Map<?, ?> map) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      json.writeFieldName(entry.getKey().toString());
      write(json, entry.getValue());
    }
    json.writeEndObject();
  }

  private static void writeNode(JsonGenerator json, CypherNode node) throws IOException {
    json.writeStartObject();
    json.writeFieldName("labels");
    writeAll(json, node.labels());
    json.writeNumberField("id", node.id());
    json.writeFieldName("properties");
    writeMap(json, node.properties());
    json.writeEndObject();
  }

  private static void writeRelationship(JsonGenerator json, CypherRelationship relationship)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("type", relationship.type());
    json.writeNumberField("id", relationship.id());
    json.writeNumberField("start", relationship.start());
    json.writeNumberField("end", relationship.end());
    json.writeFieldName("properties");
    writeMap(json, relationship.properties());
    json.writeEndObject();
  }

  private static void writePath(JsonGenerator json, CypherPath path) throws IOException {
    json.writeStartObject();
    json.writeFieldName("nodes");
    writeAll(json, path.nodes());
    json.writeFieldName("relationships");
    writeAll(json, path.relationships());
    json.writeEndObject();
  }
}
