// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests sources with numbered lines, each of which is recorded once. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SourcesTest {
  private static final String PROCESS = "{\"op\":\"process\",\"id\":\"p\",\"pid\":1}\n";

  @TempDir Path temp;

  private Service service;
  private Caller caller;

  @BeforeEach
  void start() {
    service = Service.start(ServiceConfig.of(temp.resolve("store")));
    caller = Caller.of(service.config().socket());
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  private void restart() {
    stop();
    start();
  }

  private Reply report(String source, long first, String more, String lines) throws IOException {
    return caller.post(
        "/v1/sources/" + source + "/operations?first=" + first + "&keep-all" + more, lines);
  }

  private JsonNode send(String source, long first, String lines) throws IOException {
    Reply reply = report(source, first, "", lines);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json();
  }

  private static String write(String path) {
    return "{\"op\":\"write\",\"process\":\"p\",\"path\":\"" + path + "\",\"bytes\":1}\n";
  }

  private long accepted() throws IOException {
    return caller.get("/v1/status").json().path("accepted").asLong();
  }

  @Test
  void recordsRepeatedLineOnce() throws IOException {
    JsonNode first = send("s", 1, PROCESS + write("/a") + write("/b"));
    long before = accepted();
    JsonNode again = send("s", 1, PROCESS + write("/a") + write("/b"));
    assertThat(accepted()).isEqualTo(before);
    assertThat(first.path("acknowledged").asLong()).isEqualTo(3);
    assertThat(again.path("acknowledged").asLong()).isEqualTo(3);
    assertThat(again.path("repeated").asLong()).isEqualTo(3);
    assertThat(again.path("ids")).isEqualTo(first.path("ids"));
    assertThat(caller.get("/v1/sources/s").json().path("acknowledged").asLong()).isEqualTo(3);
  }

  @Test
  void returnsSameIdsForRepeatedLinesAfterRestart() throws IOException {
    String lines =
        PROCESS
            + "{\"op\":\"object\",\"id\":\"o\",\"path\":\"/was/there\"}\n"
            + "{\"op\":\"object\",\"id\":\"q\",\"kind\":\"other\",\"label\":\"mine\"}\n"
            + "{\"op\":\"resolve\",\"id\":\"r\",\"path\":\"/was/there\"}\n"
            + "{\"op\":\"resolve\",\"id\":\"n\",\"path\":\"/never\"}\n";
    JsonNode ids = send("s", 1, lines).path("ids");
    assertThat(ids.at("/objects/r")).isEqualTo(ids.at("/objects/o"));
    assertThat(ids.at("/objects/n").asLong(-1)).isZero();
    caller.post(
        "/v1/operations", "{\"op\":\"rename\",\"from\":\"/was/there\",\"to\":\"/is/here\"}");
    restart();
    JsonNode again = send("s", 1, lines + write("/more"));
    assertThat(again.path("ids")).isEqualTo(ids);
    assertThat(again.path("repeated").asLong()).isEqualTo(5);
    assertThat(again.path("accepted").asLong()).isEqualTo(1);
    assertThat(again.path("acknowledged").asLong()).isEqualTo(6);
  }

  @Test
  void acceptsRepeatedRefusedDeclarations() throws IOException {
    String tooLong = "/" + "x".repeat(70_000);
    String lines =
        PROCESS
            + "{\"op\":\"object\",\"id\":\"a\",\"path\":\"/a\"}\n"
            + "{\"op\":\"object\",\"id\":\"a\",\"path\":\"relative\"}\n"
            + "{\"op\":\"object\",\"id\":\"b\",\"path\":\""
            + tooLong
            + "\"}\n"
            + "{\"op\":\"object\",\"id\":\"c\",\"identity\":\"c\",\"path\":\"relative\"}\n"
            + "{\"op\":\"resolve\",\"id\":\"a\"}\n";
    JsonNode first = send("s", 1, lines);
    assertThat(first.path("refused").asLong()).isEqualTo(4);
    restart();
    JsonNode again = send("s", 1, lines + "{\"op\":\"read\",\"process\":\"p\",\"object\":\"a\"}\n");
    assertThat(again.path("repeated").asLong()).isEqualTo(6);
    assertThat(again.path("accepted").asLong()).isEqualTo(1);
    assertThat(again.path("refused").asLong()).isZero();
    assertThat(again.path("ids")).isEqualTo(first.path("ids"));
    assertThat(again.path("problems").findValuesAsText("line"))
        .isEqualTo(first.path("problems").findValuesAsText("line"))
        .containsExactly("3", "4", "5", "6");
    assertThat(caller.get("/v1/status").json().path("reported").asLong())
        .as("operations without refused declarations")
        .isEqualTo(1);
  }

  @Test
  void reportsExpectedLineWhenLinesAreMissing() throws IOException {
    send("s", 1, PROCESS + write("/a"));
    Reply gap = report("s", 4, "", write("/b"));
    assertThat(gap.status()).isEqualTo(409);
    assertThat(gap.json().path("expected").asLong()).isEqualTo(3);
    assertThat(gap.json().path("detail").asText()).contains("line 3 comes next, not 4");
  }

  @Test
  void permitsOtherSessionToContinueButNotToRepeatLines() throws IOException {
    assertThat(report("s", 1, "&session=a", PROCESS).status()).isEqualTo(200);
    restart();
    Reply other = report("s", 1, "&session=b", PROCESS);
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.json().path("detail").asText()).contains("another session");
    assertThat(report("s", 1, "&session=a", PROCESS).status()).isEqualTo(200);
    assertThat(report("s", 2, "&session=b", PROCESS).status()).isEqualTo(200);
    assertThat(report("s", 1, "&session=a", PROCESS).status()).isEqualTo(409);
  }

  @Test
  void recordsLinesAroundBadLines() throws IOException {
    String lines = PROCESS + "{\"op\":\"wriet\"}\n\n" + write("/good") + "{\"op\":\"exit\",";
    JsonNode answer = send("s", 1, lines);
    assertThat(answer.path("acknowledged").asLong()).isEqualTo(5);
    assertThat(answer.path("accepted").asLong()).isEqualTo(2);
    assertThat(answer.path("refused").asLong()).isEqualTo(2);
    assertThat(answer.at("/problems/0/line").asLong()).isEqualTo(2);
    assertThat(answer.at("/problems/1/line").asLong()).isEqualTo(5);
    assertThat(caller.get("/v1/show?target=/good").status()).isEqualTo(200);
  }

  @Test
  void limitsUnitToQueueSize() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      lines.append("{\"op\":\"process\",\"id\":\"p%d\"}\n".formatted(i));
    }
    String all = lines.toString();
    long acknowledged = send("s", 1, all).path("acknowledged").asLong();
    assertThat(acknowledged).isBetween(1000L, 9999L);
    String[] each = all.split("\n");
    long last = 0;
    while (acknowledged > last) {
      last = acknowledged;
      List<String> rest = List.of(each).subList((int) last, each.length);
      acknowledged = send("s", last + 1, String.join("\n", rest)).path("acknowledged").asLong();
    }
    assertThat(acknowledged).isEqualTo(10_000);
    assertThat(accepted()).isEqualTo(10_000);
  }

  @Test
  void rejectsRepeatedLineWithEvictedId() throws IOException {
    send("s", 1, PROCESS);
    send("s", 2, PROCESS);
    Reply old = report("s", 1, "", PROCESS + PROCESS + write("/x"));
    assertThat(old.status()).isEqualTo(409);
    assertThat(old.json().path("expected").asLong()).isEqualTo(3);
    String named = "{\"op\":\"process\",\"id\":\"p\",\"identity\":\"me\"}\n";
    JsonNode ids = send("t", 1, named).path("ids");
    send("t", 2, PROCESS);
    assertThat(send("t", 1, named).path("ids")).isEqualTo(ids);
  }

  @Test
  void resumesOverSecondConnectionWhenFirstHangs() throws IOException {
    try (SocketChannel hanging = caller.connect()) {
      hanging.write(
          ByteBuffer.wrap(
              ("POST /v1/sources/s/operations?first=1&session=a HTTP/1.1\r\nHost: x\r\n"
                      + "Content-Length: 9999\r\n\r\n"
                      + PROCESS)
                  .getBytes(StandardCharsets.UTF_8)));
      Reply other = report("s", 1, "&session=a", PROCESS + write("/a")); // either may be first
      assertThat(other.status()).isEqualTo(200);
      assertThat(other.json().path("acknowledged").asLong()).isEqualTo(2);
    }
    assertThat(send("s", 3, write("/b")).path("acknowledged").asLong()).isEqualTo(3);
  }

  @Test
  void logsSourceOfBadLine() throws IOException {
    try (HeardLog log = new HeardLog("org.colophon.core.sink")) {
      send("one", 1, PROCESS + "nonsense\n");
      send("two", 1, "nonsense\n");
      assertThat(log.messages()).anyMatch(each -> each.contains(" source one: line 2: "));
      assertThat(log.messages()).anyMatch(each -> each.contains(" source two: line 1: "));
    }
  }

  @Test
  void listsAndDeletesSources() throws IOException {
    send("one", 1, PROCESS);
    send("two", 1, PROCESS + PROCESS);
    assertThat(caller.get("/v1/sources").json().toString())
        .isEqualTo(
            "[{\"source\":\"one\",\"acknowledged\":1},{\"source\":\"two\",\"acknowledged\":2}]");
    assertThat(caller.get("/v1/status").json().at("/sources/1/acknowledged").asLong()).isEqualTo(2);
    assertThat(caller.get("/v1/status?format=text").text())
        .contains("source      two, left at line 2");
    assertThat(caller.get("/metrics").text())
        .contains("colophon_sources 2.0")
        .contains("colophon_source_lines_accepted_total 3.0");
    assertThat(caller.call("DELETE", "/v1/sources/two", new byte[0]).status()).isEqualTo(200);
    restart();
    assertThat(caller.get("/v1/sources").json()).hasSize(1);
    assertThat(send("two", 1, PROCESS).path("accepted").asLong()).isEqualTo(1);
  }

  @Test
  void recordsLinesReceivedBeforeConnectionBroke() throws IOException {
    StringBuilder lines = new StringBuilder(PROCESS);
    for (int i = 1; i < 1000; i++) {
      lines.append(write("/f/" + i));
    }
    try (SocketChannel broken = caller.connect()) {
      ByteBuffer request =
          ByteBuffer.wrap(
              ("POST /v1/sources/s/operations?first=1&keep-all HTTP/1.1\r\nHost: x\r\n"
                      + "Content-Length: 999999\r\n\r\n"
                      + lines)
                  .getBytes(StandardCharsets.UTF_8));
      while (request.hasRemaining()) {
        broken.write(request);
      }
    }
    JsonNode again = send("s", 1, lines.toString());
    assertThat(again.path("acknowledged").asLong()).isEqualTo(1000);
    assertThat(again.path("accepted").asLong() + again.path("repeated").asLong()).isEqualTo(1000);
    assertThat(caller.get("/v1/names?pattern=/f/&limit=2000").json().path("names")).hasSize(999);
  }
}
