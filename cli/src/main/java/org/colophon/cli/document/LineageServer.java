// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.text.DisplayText;

/** A server that takes OpenLineage events by POST. One thread. */
final class LineageServer implements EventSender.Receiver {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_ANSWER = 200;

  /** Statuses that are about the event: malformed, too large, or against a rule of the server. */
  private static final Set<Integer> REFUSED = Set.of(400, 413, 422);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final URI url;
  private final String token;

  /**
   * Constructs a server. Does not connect.
   *
   * @param token bearer token; empty for none
   */
  LineageServer(URI url, String token) {
    this.url = url;
    this.token = token;
  }

  @Override
  public void send(ObjectNode event) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(event.toString()));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      check(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    } catch (IOException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw ErrorCode.IO_FAILED.exception(reason, e);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("sending events", e);
    }
  }

  private static void check(HttpResponse<String> answer) {
    int status = answer.statusCode();
    if (status / 100 != 2) {
      String text = DisplayText.text(answer.body().strip());
      String shown = text.length() <= MAX_ANSWER ? text : text.substring(0, MAX_ANSWER);
      ErrorCode code = REFUSED.contains(status) ? ErrorCode.BAD_INPUT : ErrorCode.IO_FAILED;
      throw code.exception("status " + status + (shown.isEmpty() ? "" : ", " + shown));
    }
  }
}
