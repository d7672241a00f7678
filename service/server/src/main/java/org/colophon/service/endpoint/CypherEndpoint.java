package org.colophon.service.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.cypher.CypherVocabulary;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.query.target.Targets;
import org.colophon.query.format.AsciiJson;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;

/**
 * Runs Cypher where an adapter understands it, and streams the rows. If a statement fails after its
 * first rows are on their way, the answer ends with an {@code error} and without {@code complete}.
 */
public final class CypherEndpoint {
  private final Readers readers;
  private final JsonMapper mapper;

  public CypherEndpoint(Readers readers, JsonMapper mapper) {
    this.readers = readers;
    this.mapper = mapper;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(
        Route.of("POST", "/v1/cypher", List.of("adapter"), this::run),
        Route.of("GET", "/v1/cypher/words", List.of("adapter"), this::words));
  }

  private CypherEngine engine(LineageReader reader) {
    if (reader instanceof CypherEngine engine) {
      return engine;
    }
    throw new ColophonException(
        ErrorCode.ADAPTER_FAILED, "the adapter says it understands Cypher, its reader does not");
  }

  private void words(Exchange exchange) throws IOException {
    String adapter = exchange.parameters().text("adapter");
    CypherVocabulary words =
        engine(readers.reader(exchange, adapter, StorageCapability.CYPHER)).vocabulary();
    exchange.json(
        200,
        json -> {
          json.writeStartObject();
          write(json, "labels", words.labels());
          write(json, "relationshipTypes", words.relationshipTypes());
          write(json, "propertyNames", words.propertyNames());
          write(json, "procedures", words.procedures());
          write(json, "functions", words.functions());
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, String name, List<String> words)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String word : words) {
      json.writeString(word);
    }
    json.writeEndArray();
  }

  private void run(Exchange exchange) throws IOException {
    JsonNode body = exchange.jsonBody(mapper);
    Bodies.refuseUnknown(
        body, "statement", "parameters", "asOf", "directory", "write", "timeoutMillis", "typed");
    String text = Bodies.text(body, "statement", "");
    if (text.isBlank()) {
      throw Bodies.bad("the field statement is missing: one Cypher statement");
    }
    String asOf = Bodies.text(body, "asOf", null);
    String adapter = exchange.parameters().text("adapter");
    boolean isWrite = Bodies.flag(body, "write");
    if (isWrite) {
      exchange.control("cypher write", Map.of("adapter", adapter == null ? "" : adapter));
    }
    LineageReader reader =
        readers.reader(exchange, adapter, StorageCapability.CYPHER, asOf, ZoneOffset.UTC);
    CypherEngine engine = engine(reader);
    long most = exchange.limits().requestTime().toMillis();
    CypherStatement statement =
        new CypherStatement(
            text,
            parameters(body),
            asOf(reader, asOf),
            Bodies.text(body, "directory", "/"),
            isWrite,
            Math.min(most, Math.max(1, Bodies.number(body, "timeoutMillis", most))));
    Rows rows = new Rows(exchange, Bodies.flag(body, "typed"));
    try {
      engine.run(statement, rows);
      rows.end(null);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (ColophonException e) {
      if (!rows.hasBegun()) {
        throw e;
      }
      exchange.failedLate(e);
      rows.end(e);
    }
  }

  private static long asOf(LineageReader reader, String text) {
    return text == null
        ? Lsn.LATEST
        : new Targets(reader, Instant.now(), ZoneOffset.UTC).asOf(text);
  }

  private Map<String, Object> parameters(JsonNode body) {
    JsonNode given = body.get("parameters");
    if (given == null) {
      return Map.of();
    }
    if (!given.isObject()) {
      throw Bodies.bad("the field parameters is an object");
    }
    Map<String, Object> plain =
        mapper.convertValue(given, new TypeReference<LinkedHashMap<String, Object>>() {});
    plain.replaceAll((name, value) -> widened(value));
    return plain;
  }

  /** Cypher knows one kind of whole number, and one of others. */
  private static Object widened(Object value) {
    if (value instanceof Integer number) {
      return number.longValue();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(CypherEndpoint::widenedOrNull).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> wide = new LinkedHashMap<>();
      map.forEach((name, each) -> wide.put(name.toString(), widened(each)));
      return wide;
    }
    if (value instanceof Number && !(value instanceof Long) && !(value instanceof Double)) {
      throw Bodies.bad("a number is too large: " + value);
    }
    return value;
  }

  private static Object widenedOrNull(Object value) {
    return value == null ? null : widened(value);
  }

  /** Writes rows as they come. */
  private static final class Rows implements CypherResult {
    private final Exchange exchange;
    private final boolean isTyped;
    private OutputStream out;
    private JsonGenerator json;
    private long count;

    /**
     * @param isTyped whether nothing may be taken for something else: what JSON has no values for
     *     is an object of one field that says what it is, such as {@code $node}
     */
    Rows(Exchange exchange, boolean isTyped) {
      this.exchange = exchange;
      this.isTyped = isTyped;
    }

    boolean hasBegun() {
      return json != null;
    }

    @Override
    public void columns(List<String> names) {
      try {
        out = exchange.answer(200, "application/json");
        json = AsciiJson.compactGenerator(out);
        json.writeStartObject();
        json.writeArrayFieldStart("columns");
        for (String name : names) {
          json.writeString(name);
        }
        json.writeEndArray();
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
        json.writeStartArray();
        for (Object value : values) {
          value(value);
        }
        json.writeEndArray();
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
      String kind = isTyped ? kind(value) : null;
      if (kind == null) {
        plain(value);
      } else {
        json.writeStartObject();
        json.writeFieldName(kind);
        if (value instanceof byte[] bytes) {
          json.writeBinary(bytes);
        } else {
          plain(value);
        }
        json.writeEndObject();
      }
    }

    /** What a value is that JSON would lose; null where it would not. */
    private static String kind(Object value) {
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
        boolean isMistakable = map.keySet().stream().anyMatch(k -> k.toString().startsWith("$"));
        return isMistakable ? "$map" : null;
      }
      return null;
    }

    private void plain(Object value) throws IOException {
      if (value instanceof CypherNode node) {
        node(node);
      } else if (value instanceof CypherRelationship relationship) {
        relationship(relationship);
      } else if (value instanceof CypherPath path) {
        path(path);
      } else if (value instanceof Map<?, ?> map) {
        map(map);
      } else if (value instanceof List<?> list) {
        list(list);
      } else {
        scalar(value);
      }
    }

    private void scalar(Object value) throws IOException {
      if (value instanceof byte[] bytes) {
        json.writeStartObject();
        json.writeBinaryField("base64", bytes);
        json.writeEndObject();
      } else if (value instanceof Double number && !Double.isFinite(number)) {
        json.writeString(number.toString());
      } else if (value instanceof Long || value instanceof Integer) {
        json.writeNumber(((Number) value).longValue());
      } else if (value instanceof Double number) {
        json.writeNumber(number);
      } else if (value instanceof Boolean truth) {
        json.writeBoolean(truth);
      } else if (value == null) {
        json.writeNull();
      } else {
        json.writeString(value.toString());
      }
    }

    private void node(CypherNode node) throws IOException {
      json.writeStartObject();
      json.writeStringField("type", "node");
      json.writeNumberField("id", node.id());
      json.writeFieldName("labels");
      list(node.labels());
      json.writeFieldName("properties");
      value(node.properties());
      json.writeEndObject();
    }

    private void relationship(CypherRelationship relationship) throws IOException {
      json.writeStartObject();
      json.writeStringField("type", "relationship");
      json.writeNumberField("id", relationship.id());
      json.writeStringField("relationship", relationship.type());
      json.writeNumberField("start", relationship.start());
      json.writeNumberField("end", relationship.end());
      json.writeFieldName("properties");
      value(relationship.properties());
      json.writeEndObject();
    }

    private void path(CypherPath path) throws IOException {
      json.writeStartObject();
      json.writeStringField("type", "path");
      json.writeFieldName("nodes");
      list(path.nodes());
      json.writeFieldName("relationships");
      list(path.relationships());
      json.writeEndObject();
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
}
