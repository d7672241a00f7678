// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.colophon.query.text.DisplayText;

/** A server that takes OpenLineage events by POST. One thread. */
final class LineageServer {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_ANSWER = 200;

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

  URI url() {
    return url;
  }

  /** Sends an event. Returns the reason for which the server does not have it; empty if it has. */
  String problem(ObjectNode event) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(event.toString()));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      int status = answer.statusCode();
      String text = DisplayText.text(answer.body().strip());
      String shown = text.length() <= MAX_ANSWER ? text : text.substring(0, MAX_ANSWER);
      return status / 100 == 2 ? "" : "status " + status + (shown.isEmpty() ? "" : ", " + shown);
    } catch (IOException e) {
      return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
