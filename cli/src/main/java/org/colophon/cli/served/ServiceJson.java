package org.colophon.cli.served;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.client.ServiceRequest;
import org.colophon.service.client.ServiceResponse;

/** JSON bodies of requests and responses. */
public final class ServiceJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private ServiceJson() {}

  /** Asks, and reads the whole answer. */
  public static JsonNode ask(ServiceConnection connection, ServiceRequest request) {
    try (ServiceResponse response = connection.exchangePatiently(request)) {
      return parse(response.text());
    }
  }

  /** A request's body. */
  public static byte[] body(Map<String, ?> fields) {
    try {
      return MAPPER.writeValueAsBytes(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + fields, e);
    }
  }

  /** One JSON value of the service. */
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "the service sent no JSON: " + e.getOriginalMessage(), e);
    }
  }
}
