// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.served;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.text.DisplayText;

/**
 * A reporter of a service. It is attached, or has ended but was not detached yet.
 *
 * @param reason reason of its failure; empty if it did not fail
 * @param options options with secrets masked
 * @param started start time as an instant
 */
public record ServedReporter(
    String id,
    @JsonProperty("reporter") String name,
    String state,
    String reason,
    Map<String, String> options,
    String started,
    long operations,
    long refused) {
  private static final int LOOKS = 5;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(60);

  public ServedReporter {
    reason = reason == null ? "" : reason;
    options = options == null ? Map.of() : options;
  }

  /** Returns all reporters, in the order in which they were attached. */
  public static List<ServedReporter> of(ServiceConnection connection) {
    List<ServedReporter> all = new ArrayList<>();
    ServiceJson.get(connection, "/v1/reporters").forEach(each -> all.add(of(each)));
    return all;
  }

  /**
   * Attaches a reporter. Waits briefly, since a reporter that cannot open its source fails soon.
   *
   * @param fields fields of the request, as for {@code POST /v1/reporters}
   * @throws ColophonException IO_FAILED if the reporter failed within that time
   */
  public static ServedReporter attach(ServiceConnection connection, Map<String, Object> fields) {
    ServedReporter now = of(ServiceJson.post(connection, "/v1/reporters", fields));
    for (int i = 0; i < LOOKS && !now.isOver(); i++) {
      LockSupport.parkNanos(LOOK_NANOS);
      now = now.again(connection);
    }
    return now.unlessFailed();
  }

  /**
   * Returns the reporter's current state. If the service no longer has the reporter, returns the
   * last known state.
   */
  public ServedReporter again(ServiceConnection connection) {
    return of(connection).stream().filter(each -> each.id.equals(id)).findFirst().orElse(this);
  }

  /**
   * Returns this reporter.
   *
   * @throws ColophonException IO_FAILED if the reporter failed
   */
  public ServedReporter unlessFailed() {
    if (isFailed()) {
      throw ErrorCode.IO_FAILED.exception(id + " failed: " + DisplayText.text(reason));
    }
    return this;
  }

  /** Detaches the reporter, waits for its last operations, and returns its final state. */
  public ServedReporter detach(ServiceConnection connection) {
    String path = "/v1/reporters/" + ServiceRequest.pathPart(id);
    return of(ServiceJson.exchange(connection, ServiceRequest.delete(path).build()));
  }

  /** Reads the JSON of a reporter. */
  public static ServedReporter of(JsonNode json) {
    return ServiceJson.read(json, ServedReporter.class);
  }

  public boolean isFailed() {
    return state.equals("failed");
  }

  /** Returns whether the reporter has ended, successfully or not. */
  public boolean isOver() {
    return isFailed() || state.equals("stopped");
  }
}
