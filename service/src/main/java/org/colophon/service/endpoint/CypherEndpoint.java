// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.endpoint;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageCapability;
import org.colophon.history.copy.HistoryState;
import org.colophon.query.target.Targets;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.principal.Right;
import org.jspecify.annotations.Nullable;

/**
 * Endpoint that runs a Cypher statement and streams its rows. If the statement fails after its
 * first rows, the answer ends with {@code error} instead of {@code complete}.
 */
public record CypherEndpoint(Readers readers, Supplier<HistoryState> state) {
  public List<Route> routes() {
    return List.of(
        Route.of("POST", "/v1/cypher", List.of("adapter"), this::run),
        Route.of("GET", "/v1/cypher/words", List.of("adapter"), this::words));
  }

  private CypherEngine engine(LineageReader reader) {
    if (reader instanceof CypherEngine engine) {
      return engine;
    }
    throw ErrorCode.ADAPTER_FAILED.exception(
        "this adapter's reader does not answer Cypher: ask the neo4j adapter");
  }

  private void words(Exchange exchange) throws IOException {
    String adapter = exchange.parameters().text("adapter");
    LineageReader reader =
        readers.reader(exchange, adapter, StorageCapability.CYPHER, null, ZoneOffset.UTC);
    exchange.json(200, engine(reader).vocabulary());
  }

  private record CypherBody(
      String statement,
      @JsonSetter(contentNulls = Nulls.SET) LinkedHashMap<String, Object> parameters,
      String asOf,
      String directory,
      boolean write,
      Long timeoutMillis,
      boolean typed) {}

  private void run(Exchange exchange) throws IOException {
    CypherBody body = exchange.jsonBody(CypherBody.class);
    if (body.statement() == null || body.statement().isBlank()) {
      throw ErrorCode.BAD_REQUEST.exception("the field statement is missing: one Cypher statement");
    }
    String asOf = body.asOf();
    String adapter = exchange.parameters().text("adapter");
    if (body.write()) {
      exchange.require(Right.CONTROL);
      exchange.control("cypher write", Map.of("adapter", adapter == null ? "" : adapter));
    }
    LineageReader reader =
        readers.reader(exchange, adapter, StorageCapability.CYPHER, asOf, ZoneOffset.UTC);
    CypherEngine engine = engine(reader);
    long maxMillis = exchange.limits().requestTime().toMillis();
    long millis = body.timeoutMillis() == null ? maxMillis : body.timeoutMillis();
    if (millis < 0) {
      throw ErrorCode.BAD_REQUEST.exception("the field timeoutMillis is 0 or more");
    }
    CypherStatement statement =
        new CypherStatement(
            body.statement(),
            parameters(body.parameters()),
            asOf(reader, asOf),
            body.directory() == null ? "/" : body.directory(),
            body.write(),
            Math.min(maxMillis, Math.max(1, millis)));
    QueryEndpoints.report(state.get(), exchange);
    CypherRows rows = new CypherRows(exchange, body.typed());
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

  private static Map<String, Object> parameters(Map<String, Object> given) {
    if (given == null) {
      return Map.of();
    }
    given.replaceAll((name, value) -> widened(value));
    return given;
  }

  /** Converts numbers to the two numeric types of Cypher. */
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
      throw ErrorCode.BAD_REQUEST.exception("a number is too large: " + value);
    }
    return value;
  }

  private static @Nullable Object widenedOrNull(Object value) {
    return value == null ? null : widened(value);
  }
}
