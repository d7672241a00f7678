// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.colophon.core.error.ColophonException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends events to a collector that accepts, refuses, breaks the connection or answers nonsense. */
final class DeliveryTest {
  private static final String TAKEN = "200 {}";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  private final SampleHistory sample = new SampleHistory();
  private final Deque<String> answers = new ArrayDeque<>();
  private final List<JsonNode> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<Duration> waits = new ArrayList<>();
  private HttpServer server;
  private URI url;

  @BeforeEach
  void startCollector() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    server.createContext("/v1/logs", this::answer);
    server.start();
  }

  @AfterEach
  void stopCollector() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String answer = answers.isEmpty() ? TAKEN : answers.remove();
    assertThat(exchange.getRequestHeaders().getFirst("Content-Encoding")).isEqualTo("gzip");
    JsonNode request = JSON.readTree(new GZIPInputStream(exchange.getRequestBody()));
    if (answer.startsWith("200")) {
      requests.add(request);
    }
    if (!answer.equals("broken")) {
      String[] words = answer.split(" ", 2);
      if (words[0].equals("429")) {
        exchange.getResponseHeaders().add("Retry-After", words[1]);
      }
      byte[] body = words[1].getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(Integer.parseInt(words[0]), body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private OtlpClient client() {
    return new OtlpClient(url, "", Duration.ofSeconds(1), waits::add);
  }

  private Delivery deliver() throws IOException {
    long visible = sample.reader.visibleLsn();
    try (SentMark mark = SentMark.open(directory, url, "ab12", visible)) {
      Delivery delivery = new Delivery(client(), SampleHistory.ORIGIN, mark);
      new HistoryEvents(sample.reader, SampleHistory.ORIGIN)
          .visit(EventScope.all(mark.lsn(), visible), () -> false, delivery);
      delivery.end(visible);
      return delivery;
    }
  }

  private List<String> received() {
    List<String> uids = new ArrayList<>();
    requests.forEach(
        each ->
            each.at("/resourceLogs/0/scopeLogs/0/logRecords")
                .forEach(log -> uids.add(log.at("/attributes/0/value/stringValue").asText())));
    return uids;
  }

  private List<String> recorded() throws IOException {
    return sample.events().stream().map(each -> each.at("/metadata/uid").asText()).toList();
  }

  @Test
  void sendsRequestsThatTheMessagesOfOtlpRead() throws Exception {
    deliver();
    JsonNode wrong = requests.get(0).deepCopy();
    ((ObjectNode) wrong.at("/resourceLogs/0")).put("colour", "red");

    List<String> findings = Validators.python("otlp", List.of(requests.get(0), wrong));

    assertThat(findings.get(0)).isEqualTo("ok");
    assertThat(findings.get(1)).startsWith("invalid");
  }

  @Test
  void sendsOnlyNewEventsInBoundedBatches() throws IOException {
    sample.grow(3, 1200);
    assertThat(deliver().sent()).isEqualTo(14 + 1201);
    assertThat(requests).hasSize(3);
    assertThat(deliver().sent()).isZero();
    sample.grow(4, 1);
    assertThat(deliver().sent()).isEqualTo(2);

    assertThat(requests).hasSize(4);
    assertThat(received()).isEqualTo(recorded());
  }

  @Test
  void retriesWithBackOffUntilTheCollectorTakesTheBatch() throws IOException {
    Collections.addAll(answers, "503 away", "429 7", "broken");

    Delivery delivery = deliver();

    assertThat(delivery.failure()).isEmpty();
    assertThat(received()).isEqualTo(recorded());
    assertThat(waits).startsWith(Duration.ofSeconds(1), Duration.ofSeconds(7));
  }

  @Test
  void keepsEventsOfFailedBatchForTheNextCall() throws IOException {
    sample.grow(3, 1200);
    Collections.addAll(answers, TAKEN, "503 a", "503 b", "503 c", "503 down");

    Delivery failed = deliver();

    assertThat(failed.failure()).isEqualTo("status 503: down");
    assertThat(failed.sent() + failed.waiting()).isEqualTo(14 + 1201);
    assertThat(failed.sent()).isPositive().isEqualTo(received().size());
    assertThat(deliver().sent()).isEqualTo(failed.waiting());
    assertThat(received()).isEqualTo(recorded());
  }

  @Test
  void countsEventsThatTheCollectorRefusesForGood() throws IOException {
    answers.add(
        "200 {\"partialSuccess\":{\"rejectedLogRecords\":\"2\",\"errorMessage\":\"too old\"}}");

    Delivery delivery = deliver();

    assertThat(delivery.rejected()).isEqualTo(2);
    assertThat(delivery.sent()).isEqualTo(12);
    assertThat(delivery.message()).isEqualTo("too old");
    assertThat(deliver().sent()).isZero();
  }

  @Test
  void treatsAnswerOfAProxyAsFailure() throws IOException {
    answers.add("200 <html>Log in</html>");

    Delivery delivery = deliver();

    assertThat(delivery.failure()).contains("not that of an OTLP collector", "<html>Log in");
    assertThat(delivery.waiting()).isEqualTo(14);
    assertThat(waits).isEmpty();
    assertThat(deliver().sent()).isEqualTo(14);
  }

  @Test
  void refusesSecondSenderAndMarkOfAnotherHistory() throws IOException {
    deliver();
    try (SentMark held = SentMark.open(directory, url, "ab12", 1000)) {
      assertThat(held.lsn()).isEqualTo(sample.reader.visibleLsn());
      assertThatThrownBy(this::deliver)
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("another command sends");
    }
    assertThatThrownBy(() -> SentMark.open(directory, url, "cd34", 1000))
        .hasMessageContaining("is of store ab12");
    assertThatThrownBy(() -> SentMark.open(directory, url, "ab12", 3))
        .hasMessageContaining("after a restore, delete the file");
    try (var files = Files.list(directory)) {
      Path mark = files.filter(each -> !each.toString().endsWith(".lock")).findFirst().get();
      Files.writeString(mark, "ab12 x " + url);
    }
    assertThatThrownBy(this::deliver).hasMessageContaining("is damaged");
  }

  @Test
  void rejectsUrlsThatAreNotOfHttp() {
    for (String each : List.of("collector:4318", "ftp://c", "http://a:b@c", "/x", "http:///x")) {
      assertThatThrownBy(() -> new OtlpClient(URI.create(each), "", Duration.ZERO, wait -> true))
          .as(each)
          .isInstanceOf(ColophonException.class)
          .hasMessageContaining("--url needs");
    }
  }
}
