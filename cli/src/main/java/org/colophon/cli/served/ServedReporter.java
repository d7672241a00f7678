package org.colophon.cli.served;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.text.DisplayText;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.client.ServiceRequest;

/**
 * A reporter that is attached to a service, or ended and was not detached yet.
 *
 * @param reason why it failed; empty otherwise
 * @param options with secrets masked
 * @param started an instant
 */
public record ServedReporter(
    String id,
    String name,
    String state,
    String reason,
    Map<String, String> options,
    String started,
    long operations,
    long refused) {
  private static final int LOOKS = 5;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(60);

  /** All, in the order in which they were attached. */
  public static List<ServedReporter> of(ServiceConnection connection) {
    List<ServedReporter> all = new ArrayList<>();
    ServiceJson.ask(connection, ServiceRequest.get("/v1/reporters").build())
        .forEach(each -> all.add(of(each)));
    return all;
  }

  /**
   * Attaches one and waits a moment, since what cannot open its source fails at once.
   *
   * @param fields of the request, as {@code POST /v1/reporters} takes them
   * @throws ColophonException IO_FAILED if it failed by then
   */
  public static ServedReporter attach(ServiceConnection connection, Map<String, Object> fields) {
    ServiceRequest request =
        ServiceRequest.post("/v1/reporters")
            .body("application/json", ServiceJson.body(fields))
            .build();
    ServedReporter now = of(ServiceJson.ask(connection, request));
    for (int i = 0; i < LOOKS && !now.isOver(); i++) {
      LockSupport.parkNanos(LOOK_NANOS);
      now = now.again(connection);
    }
    return now.unlessFailed();
  }

  /** Returns the present state; the last known one if the service has forgotten the reporter. */
  public ServedReporter again(ServiceConnection connection) {
    return of(connection).stream().filter(each -> each.id.equals(id)).findFirst().orElse(this);
  }

  /**
   * This.
   *
   * @throws ColophonException IO_FAILED if it failed
   */
  public ServedReporter unlessFailed() {
    if (isFailed()) {
      throw new ColophonException(ErrorCode.IO_FAILED, id + " failed: " + DisplayText.text(reason));
    }
    return this;
  }

  /** Ends it, and waits for what it still hands over; answers how it ended. */
  public ServedReporter detach(ServiceConnection connection) {
    String path = "/v1/reporters/" + ServiceRequest.pathPart(id);
    return of(ServiceJson.ask(connection, ServiceRequest.delete(path).build()));
  }

  /** Reads the JSON of one reporter. */
  public static ServedReporter of(JsonNode json) {
    Map<String, String> options = new LinkedHashMap<>();
    json.path("options").properties().forEach(e -> options.put(e.getKey(), e.getValue().asText()));
    return new ServedReporter(
        json.path("id").asText(),
        json.path("reporter").asText(),
        json.path("state").asText(),
        json.path("reason").asText(),
        options,
        json.path("started").asText(),
        json.path("operations").asLong(),
        json.path("refused").asLong());
  }

  /** Returns whether it ended with a failure. */
  public boolean isFailed() {
    return state.equals("failed");
  }

  /** Returns whether it ended, successfully or not. */
  public boolean isOver() {
    return isFailed() || state.equals("stopped");
  }
}
