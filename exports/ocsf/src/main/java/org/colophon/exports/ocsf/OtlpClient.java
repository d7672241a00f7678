// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.text.DisplayText;

/**
 * Sends log records to a collector by OTLP over HTTP in JSON. Retries if the collector is
 * unreachable or overloaded. One thread.
 */
public final class OtlpClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration MAX_WAIT = Duration.ofMinutes(1);
  private static final int ATTEMPTS = 4;
  private static final int MAX_SHOWN = 200;
  private static final Set<Integer> RETRIABLE = Set.of(429, 502, 503, 504);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private final URI url;
  private final String token;
  private final Duration firstWait;
  private final Pause pause;

  /** Waits between attempts. */
  public interface Pause {
    /** Waits; returns false to give up. */
    boolean await(Duration time) throws InterruptedException;
  }

  /**
   * Outcome of a request.
   *
   * @param failure the reason for which the collector has nothing of the request; empty if it has
   * @param rejected number of records that the collector refused for good
   * @param message the collector's reason for that, or its warning
   */
  public record Result(String failure, long rejected, String message) {
    static Result failed(String failure) {
      return new Result(failure, 0, "");
    }
  }

  private record Answer(Result result, boolean isRetriable, Duration delay) {}

  /**
   * Constructs a client. Does not connect.
   *
   * @param url address of the collector; without a path, that of logs is added
   * @param token bearer token; empty for none
   * @param firstWait time before the second attempt, which doubles with each further one
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if the URL is none of HTTP
   */
  public OtlpClient(URI url, String token, Duration firstWait, Pause pause) {
    boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    if (!isHttp || url.getHost() == null || url.getRawUserInfo() != null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--url needs the HTTP address of a collector without a password, such as"
              + " http://collector:4318");
    }
    String path = url.getRawPath();
    this.url = path.isEmpty() || path.equals("/") ? url.resolve("/v1/logs") : url;
    this.token = token;
    this.firstWait = firstWait;
    this.pause = pause;
  }

  /** Returns the address to which requests go. */
  public URI url() {
    return url;
  }

  /** Sends a request, which may take several attempts. */
  Result send(JsonNode request) throws IOException {
    HttpRequest post = post(request);
    Duration wait = firstWait;
    try {
      for (int attempt = 1; ; attempt++) {
        Answer answer = answer(post);
        Duration next = answer.delay().compareTo(wait) > 0 ? answer.delay() : wait;
        boolean isLast = attempt == ATTEMPTS || !answer.isRetriable();
        if (isLast || next.compareTo(MAX_WAIT) > 0 || !pause.await(next)) {
          return answer.result();
        }
        wait = wait.multipliedBy(2);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Result.failed("interrupted");
    }
  }

  private HttpRequest post(JsonNode request) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (GZIPOutputStream zipped = new GZIPOutputStream(body)) {
      zipped.write(request.toString().getBytes(StandardCharsets.UTF_8));
    }
    HttpRequest.Builder post =
        HttpRequest.newBuilder(url)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .header("Content-Encoding", "gzip")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()));
    if (!token.isEmpty()) {
      post.header("Authorization", "Bearer " + token);
    }
    return post.build();
  }

  private Answer answer(HttpRequest post) throws InterruptedException {
    HttpResponse<String> response;
    try {
      response = http.send(post, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return new Answer(Result.failed(reason), true, Duration.ZERO);
    }
    if (response.statusCode() / 100 == 2) {
      return new Answer(accepted(response), false, Duration.ZERO);
    }
    String failure = "status " + response.statusCode() + shown(": ", response.body());
    boolean isRetriable = RETRIABLE.contains(response.statusCode());
    return new Answer(Result.failed(failure), isRetriable, retryAfter(response));
  }

  /** Returns the requested delay; zero without one, or for a date. */
  private static Duration retryAfter(HttpResponse<String> response) {
    List<String> values = response.headers().allValues("Retry-After");
    boolean isSeconds = !values.isEmpty() && values.get(0).matches("\\d{1,9}");
    return isSeconds ? Duration.ofSeconds(Long.parseLong(values.get(0))) : Duration.ZERO;
  }

  private static Result accepted(HttpResponse<String> response) {
    try {
      JsonNode answer = JSON.readTree(response.body());
      if (answer.isObject()) {
        JsonNode partial = answer.path("partialSuccess");
        long rejected = partial.path("rejectedLogRecords").asLong();
        return new Result("", rejected, shown("", partial.path("errorMessage").asText()));
      }
    } catch (JsonProcessingException e) {
      // The answer of something else than a collector follows.
    }
    return Result.failed(
        "the answer is not that of an OTLP collector, so check the URL"
            + shown(": ", response.body()));
  }

  private static String shown(String before, String text) {
    String all = DisplayText.text(text.strip());
    String shown = all.length() <= MAX_SHOWN ? all : all.substring(0, MAX_SHOWN);
    return shown.isEmpty() ? "" : before + shown;
  }
}
