package org.colophon.service.endpoint;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
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
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.query.target.Targets;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;

/**
 * Endpoint that runs Cypher and streams the rows. If a statement fails after its first rows, the
 * answer ends with an {@code error} and without {@code complete}.
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
        ErrorCode.ADAPTER_FAILED, "the adapter offers Cypher, but its reader does not");
  }

  private void words(Exchange exchange) throws IOException {
    String adapter = exchange.parameters().text("adapter");
    LineageReader reader = readers.reader(exchange, adapter, StorageCapability.CYPHER);
    exchange.json(200, engine(reader).vocabulary());
  }

  private void run(Exchange exchange) throws IOException {
    JsonNode body = exchange.jsonBody(mapper);
    JsonFields.refuseUnknown(
        body, "statement", "parameters", "asOf", "directory", "write", "timeoutMillis", "typed");
    String text = JsonFields.text(body, "statement", "");
    if (text.isBlank()) {
      throw JsonFields.bad("the field statement is missing: one Cypher statement");
    }
    String asOf = JsonFields.text(body, "asOf", null);
    String adapter = exchange.parameters().text("adapter");
    boolean isWrite = JsonFields.flag(body, "write");
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
            JsonFields.text(body, "directory", "/"),
            isWrite,
            Math.min(most, Math.max(1, JsonFields.number(body, "timeoutMillis", most))));
    CypherRows rows = new CypherRows(exchange, JsonFields.flag(body, "typed"));
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
      throw JsonFields.bad("the field parameters is an object");
    }
    Map<String, Object> plain =
        mapper.convertValue(given, new TypeReference<LinkedHashMap<String, Object>>() {});
    plain.replaceAll((name, value) -> widened(value));
    return plain;
  }

  /** Widens numbers to the two types that Cypher has. */
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
      throw JsonFields.bad("a number is too large: " + value);
    }
    return value;
  }

  private static Object widenedOrNull(Object value) {
    return value == null ? null : widened(value);
  }
}
