// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** A refusal or failure of the service, with its code and message. */
public final class ServiceRefusalException extends ColophonException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String body;

  private ServiceRefusalException(int status, ErrorCode code, String message, String body) {
    super(code, message);
    this.status = status;
    this.body = body;
  }

  public int status() {
    return status;
  }

  /** Returns the whole answer, usually JSON. It may have more details than the message. */
  public String body() {
    return body;
  }

  /** Creates an exception from an answer of {@code application/problem+json} or any other type. */
  static ServiceRefusalException of(int status, String body) {
    String code = null;
    String detail = null;
    try (JsonParser json = new JsonFactory().createParser(body)) {
      boolean isObject = json.nextToken() == JsonToken.START_OBJECT;
      while (isObject && json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "code" -> code = json.getValueAsString();
          case "detail" -> detail = json.getValueAsString();
          default -> json.skipChildren();
        }
      }
    } catch (IOException e) {
      detail = null; // a proxy or another program answered
    }
    String message = detail == null ? "the service answered with HTTP status " + status : detail;
    return new ServiceRefusalException(status, codeOf(code, status), message, body);
  }

  /**
   * Returns the error code with a name. If a newer service sent an unknown name, returns a code
   * that corresponds to the status.
   */
  private static ErrorCode codeOf(@Nullable String name, int status) {
    return Arrays.stream(ErrorCode.values())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseGet(() -> byStatus(status));
  }

  private static ErrorCode byStatus(int status) {
    return switch (status) {
      case 401, 403, 421 -> ErrorCode.NOT_PERMITTED;
      case 404 -> ErrorCode.NOT_FOUND;
      case 503 -> ErrorCode.OVERLOADED;
      default -> status < 500 ? ErrorCode.BAD_REQUEST : ErrorCode.IO_FAILED;
    };
  }
}
