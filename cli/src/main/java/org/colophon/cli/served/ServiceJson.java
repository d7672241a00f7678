// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.served;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** JSON bodies of requests and responses. */
public final class ServiceJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private ServiceJson() {}

  /** Sends a request and reads the whole answer. */
  public static JsonNode exchange(ServiceConnection connection, ServiceRequest request) {
    try (ServiceResponse response = connection.exchangePatiently(request)) {
      return parse(response.text());
    }
  }

  /** Requests a path and returns its JSON. */
  public static JsonNode get(ServiceConnection connection, String path) {
    return exchange(connection, ServiceRequest.get(path).build());
  }

  /** Posts fields to a path, and reads the whole answer. */
  public static JsonNode post(ServiceConnection connection, String path, Map<String, ?> fields) {
    return exchange(
        connection, ServiceRequest.post(path).body("application/json", body(fields)).build());
  }

  /** Reads a record from JSON. Ignores unknown fields, which a newer service sends. */
  public static <T> T read(JsonNode json, Class<T> type) {
    try {
      return MAPPER.treeToValue(json, type);
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  /** Returns the JSON body of a request. */
  public static byte[] body(Map<String, ?> fields) {
    try {
      return MAPPER.writeValueAsBytes(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + fields, e);
    }
  }

  /** Parses a JSON value from the service. */
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  private static ColophonException unreadable(JsonProcessingException e) {
    return ErrorCode.IO_FAILED.exception(
        "the service sent an answer that is not JSON: " + e.getOriginalMessage(), e);
  }
}
