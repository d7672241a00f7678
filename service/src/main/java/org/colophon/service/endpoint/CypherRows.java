// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.core.error.ColophonException;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.query.answer.json.AnswerJson;
import org.colophon.query.text.AsciiJson;
import org.colophon.service.http.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a Cypher result as they arrive, and the caller renders them. So a service
 * never holds a whole answer, and a cancelled statement ends at its next row. One thread.
 */
final class CypherRows implements CypherResult {
  private final Exchange exchange;
  private final boolean isTyped;
  private @Nullable OutputStream out;
  private @Nullable JsonGenerator json;
  private long count;
  private final List<String> warnings = new ArrayList<>();

  /**
   * Prepares to write rows.
   *
   * @param isTyped true to write values without a JSON type as objects with a field such as {@code
   *     $node}, which names their type
   */
  CypherRows(Exchange exchange, boolean isTyped) {
    this.exchange = exchange;
    this.isTyped = isTyped;
  }

  boolean hasBegun() {
    return json != null;
  }

  @Override
  public void warning(String text) {
    warnings.add(text);
  }

  @Override
  public void columns(List<String> names) {
    try {
      out = exchange.answer(200, MediaTypes.JSON);
      json = AsciiJson.compactGenerator(out);
      json.writeStartObject();
      if (!warnings.isEmpty()) {
        json.writeFieldName("warnings");
        AnswerJson.write(warnings, json);
      }
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
    exchange.checkRunning();
    JsonGenerator json = Objects.requireNonNull(this.json);
    try {
      json.writeRaw("\n");
      AnswerJson.write(convert(values), json);
      count++;
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void end(@Nullable ColophonException failure) throws IOException {
    if (!hasBegun()) {
      columns(List.of());
    }
    JsonGenerator json = Objects.requireNonNull(this.json);
    json.writeEndArray();
    json.writeNumberField("count", count);
    if (failure == null) {
      json.writeBooleanField("complete", true);
    } else {
      json.writeFieldName("error");
      AnswerJson.write(fields("code", failure.code().name(), "detail", failure.getMessage()), json);
    }
    json.writeEndObject();
    json.writeRaw("\n");
    json.flush();
    Objects.requireNonNull(out).close();
  }

  /** Converts a value to maps, lists and scalars. */
  private Object convert(Object value) {
    String type = isTyped ? type(value) : null;
    return type == null
        ? plain(value)
        : Map.of(type, value instanceof byte[] ? value : plain(value));
  }

  /** Returns the name of a value's type; null if the value has a JSON type. */
  private static @Nullable String type(Object value) {
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

  private Object plain(Object value) {
    if (value instanceof CypherNode node) {
      return fields(
          "type",
          "node",
          "id",
          node.id(),
          "labels",
          node.labels(),
          "properties",
          node.properties());
    } else if (value instanceof CypherRelationship relationship) {
      Map<String, Object> fields = fields("type", "relationship", "id", relationship.id());
      fields.putAll(
          fields(
              "relationship", relationship.type(),
              "start", relationship.start(),
              "end", relationship.end(),
              "properties", relationship.properties()));
      return fields;
    } else if (value instanceof CypherPath path) {
      return fields("type", "path", "nodes", path.nodes(), "relationships", path.relationships());
    } else if (value instanceof Map<?, ?> map) {
      Map<String, Object> all = new LinkedHashMap<>();
      map.forEach((name, each) -> all.put(name.toString(), convert(each)));
      return all;
    } else if (value instanceof List<?> list) {
      List<Object> all = new ArrayList<>(list.size());
      list.forEach(each -> all.add(convert(each)));
      return all;
    } else if (value instanceof byte[] bytes) {
      return Map.of("base64", bytes);
    }
    boolean isFinite = !(value instanceof Double number) || Double.isFinite(number);
    boolean isJson = value instanceof Number || value instanceof Boolean || value == null;
    return isJson && isFinite ? value : value.toString();
  }

  private Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], convert(namesAndValues[i + 1]));
    }
    return fields;
  }
}
