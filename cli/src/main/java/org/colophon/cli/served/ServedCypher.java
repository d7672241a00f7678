// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.served;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.cypher.CypherVocabulary;
import org.jspecify.annotations.Nullable;

/**
 * Runs Cypher in a service, one statement at a time. Any thread may call {@link #cancel}. The
 * service ends a statement after its {@code limits.request-time}.
 */
public final class ServedCypher implements CypherEngine, AutoCloseable {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final Supplier<Optional<ServiceConnection>> service;
  private final @Nullable String adapter;
  private ServiceConnection connection;
  private volatile @Nullable ServiceConnection running;
  private volatile boolean isCancelled;

  /**
   * Constructs an engine.
   *
   * @param service connects again after a cancelled statement
   * @param connection the first connection, closed with this engine
   * @param adapter name of the adapter; null for the first that runs Cypher
   */
  public ServedCypher(
      Supplier<Optional<ServiceConnection>> service,
      ServiceConnection connection,
      @Nullable String adapter) {
    this.service = service;
    this.connection = connection;
    this.adapter = adapter;
  }

  @Override
  public void run(CypherStatement statement, CypherResult result) {
    isCancelled = false;
    ServiceRequest request =
        ServiceRequest.post("/v1/cypher")
            .parameter("adapter", adapter)
            .body("application/json", ServiceJson.body(fields(statement)))
            .build();
    running = connection;
    try (ServiceResponse response = connection.exchangePatiently(request);
        JsonParser json = FACTORY.createParser(response.body())) {
      new ServedRows(json).hand(result);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "the service sent a malformed answer; check that it has this version of Colophon: " + e,
          e);
    } catch (ColophonException e) {
      throw isCancelled ? ErrorCode.INTERRUPTED.exception("the statement was cancelled", e) : e;
    } finally {
      running = null;
      if (isCancelled) {
        reconnect();
      }
    }
  }

  private static Map<String, Object> fields(CypherStatement statement) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("statement", statement.text());
    fields.put("parameters", statement.parameters());
    fields.put("directory", statement.directory());
    fields.put("write", statement.mayWrite());
    fields.put("typed", true);
    if (statement.asOfLsn() != Lsn.LATEST) {
      fields.put("asOf", Long.toString(statement.asOfLsn()));
    }
    if (statement.timeoutMillis() > 0) {
      fields.put("timeoutMillis", statement.timeoutMillis());
    }
    return fields;
  }

  private void reconnect() {
    connection =
        service
            .get()
            .orElseThrow(
                () ->
                    ErrorCode.IO_FAILED.exception(
                        "the service has stopped; to start it: colophon serve"));
  }

  /** Closes the connection. The service ends the statement when it fails to send the next row. */
  @Override
  public void cancel() {
    ServiceConnection used = running;
    if (used != null) {
      isCancelled = true;
      used.close();
    }
  }

  @Override
  public CypherVocabulary vocabulary() {
    JsonNode json = request("/v1/cypher/words", null);
    return new CypherVocabulary(
        words(json, "labels"),
        words(json, "relationshipTypes"),
        words(json, "propertyNames"),
        words(json, "procedures"),
        words(json, "functions"));
  }

  private static List<String> words(JsonNode json, String name) {
    List<String> words = new ArrayList<>();
    json.path(name).forEach(each -> words.add(each.asText()));
    return words;
  }

  /** Returns the current LSN of an as-of text. */
  public long asOf(String text) {
    return request("/v1/lsn", text).path("lsn").asLong();
  }

  private JsonNode request(String path, @Nullable String asOf) {
    ServiceRequest.Builder request = ServiceRequest.get(path).parameter("adapter", adapter);
    if (asOf != null) {
      request.parameter("as-of", asOf).parameter("zone", ZoneId.systemDefault());
    }
    return ServiceJson.exchange(connection, request.build());
  }

  @Override
  public Optional<BoltEndpoint> bolt() {
    return Optional.empty(); // colophon bolt is only for stores without a service
  }

  @Override
  public void close() {
    connection.close();
  }
}
