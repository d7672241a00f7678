// SPDX-License-Identifier: Apache-2.0
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
import org.colophon.query.text.AsciiJson;

/**
 * Writes values of answers as JSON. A node is {@code {labels, id, properties}}, a relationship
 * {@code {type, id, start, end, properties}}, a path {@code {nodes, relationships}}, bytes {@code
 * {base64}}. Numbers that JSON cannot express are texts.
 */
final class JsonValue {
  private JsonValue() {}

  static String text(Object value) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (JsonGenerator json = AsciiJson.compactGenerator(text)) {
      write(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // impossible: writes to memory only
    }
    return text.toString(StandardCharsets.US_ASCII);
  }

  static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof List<?> list) {
      writeAll(json, list);
    } else if (value instanceof Map<?, ?> map) {
      writeMap(json, map);
    } else if (value instanceof CypherNode node) {
      writeFields(json, "labels", node.labels(), "id", node.id(), "properties", node.properties());
    } else if (value instanceof CypherRelationship relationship) {
      writeFields(
          json,
          "type",
          relationship.type(),
          "id",
          relationship.id(),
          "start",
          relationship.start(),
          "end",
          relationship.end(),
          "properties",
          relationship.properties());
    } else if (value instanceof CypherPath path) {
      writeFields(json, "nodes", path.nodes(), "relationships", path.relationships());
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

  /**
   * Writes an object.
   *
   * @param fields names and values, alternately
   */
  private static void writeFields(JsonGenerator json, Object... fields) throws IOException {
    json.writeStartObject();
    for (int i = 0; i < fields.length; i += 2) {
      json.writeFieldName((String) fields[i]);
      write(json, fields[i + 1]);
    }
    json.writeEndObject();
  }
}
