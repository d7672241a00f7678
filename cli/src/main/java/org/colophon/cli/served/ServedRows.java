// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.served;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.colophon.core.spi.cypher.CypherResult;

/**
 * Reads a service's answer to a statement while it arrives. Values that JSON cannot express are
 * objects with a single field that names their type: {@code $node}, {@code $relationship}, {@code
 * $path}, {@code $base64} or {@code $double}. A map that could be mistaken for such an object is in
 * a field {@code $map}.
 */
record ServedRows(JsonParser json) {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_LONG_FOR_INTS).build();

  /**
   * Passes columns and rows to a result until the last row, or until the result accepts no further
   * row.
   */
  void hand(CypherResult result) throws IOException {
    boolean isWhole = false;
    json.nextToken();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "warnings" -> strings(value()).forEach(result::warning);
        case "columns" -> result.columns(strings(value()));
        case "rows" -> {
          if (!rows(result)) {
            return;
          }
        }
        case "error" -> throw failure(value());
        case "complete" -> isWhole = json.getBooleanValue();
        default -> json.skipChildren();
      }
    }
    json.nextToken(); // reads the whole body, so that the connection is reused
    if (!isWhole) {
      throw new IOException("it is incomplete");
    }
  }

  @SuppressWarnings("unchecked") // an array is read as a list
  private boolean rows(CypherResult result) throws IOException {
    while (json.nextToken() == JsonToken.START_ARRAY) {
      if (!result.row((List<Object>) value())) {
        return false;
      }
    }
    return true;
  }

  private static ColophonException failure(Object json) {
    Map<?, ?> fields = (Map<?, ?>) json;
    String detail = String.valueOf(fields.get("detail"));
    for (ErrorCode each : ErrorCode.values()) {
      if (each.name().equals(fields.get("code"))) {
        return new ColophonException(each, detail);
      }
    }
    return ErrorCode.IO_FAILED.exception(detail);
  }

  private Object value() throws IOException {
    return typed(MAPPER.readValue(json, Object.class));
  }

  private static Object typed(Object json) throws IOException {
    if (json instanceof List<?> values) {
      List<Object> list = new ArrayList<>();
      for (Object each : values) {
        list.add(typed(each));
      }
      return list;
    }
    if (!(json instanceof Map<?, ?> map)) {
      return json;
    }
    String only = map.size() == 1 ? (String) map.keySet().iterator().next() : "";
    // Within $map, a field that looks like a type is an ordinary key.
    boolean isMap = only.equals("$map");
    Map<?, ?> fields = isMap ? map(given(map, only)) : map;
    Map<String, Object> values = new LinkedHashMap<>();
    for (Map.Entry<?, ?> each : fields.entrySet()) {
      values.put((String) each.getKey(), typed(each.getValue()));
    }
    return only.startsWith("$") && !isMap ? special(only, given(values, only)) : values;
  }

  private static Object special(String kind, Object json) throws IOException {
    return switch (kind) {
      case "$base64" -> Base64.getDecoder().decode((String) json);
      case "$double" -> Double.valueOf((String) json);
      case "$node" -> node(map(json));
      case "$relationship" -> relationship(map(json));
      case "$path" -> path(map(json));
      default -> throw new IOException("it holds a value of an unknown kind, " + kind);
    };
  }

  private static CypherNode node(Map<String, Object> json) {
    return new CypherNode(
        (Long) given(json, "id"), strings(given(json, "labels")), map(given(json, "properties")));
  }

  private static CypherRelationship relationship(Map<String, Object> json) {
    return new CypherRelationship(
        (Long) given(json, "id"),
        (String) given(json, "relationship"),
        (Long) given(json, "start"),
        (Long) given(json, "end"),
        map(given(json, "properties")));
  }

  private static CypherPath path(Map<String, Object> json) {
    List<CypherNode> nodes = new ArrayList<>();
    ((List<?>) given(json, "nodes")).forEach(each -> nodes.add((CypherNode) each));
    List<CypherRelationship> relationships = new ArrayList<>();
    ((List<?>) given(json, "relationships"))
        .forEach(each -> relationships.add((CypherRelationship) each));
    return new CypherPath(nodes, relationships);
  }

  private static Object given(Map<?, ?> json, String field) {
    return Objects.requireNonNull(json.get(field), field);
  }

  private static List<String> strings(Object json) {
    return ((List<?>) json).stream().map(String.class::cast).toList();
  }

  private static Map<String, Object> map(Object json) {
    Map<String, Object> map = new LinkedHashMap<>();
    ((Map<?, ?>) json).forEach((name, value) -> map.put((String) name, value));
    return map;
  }
}
