// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests streamed answers: rows of Cypher, and live tails. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StreamsTest {
  @TempDir static Path temp;

  private static Service service;
  private static Caller caller;

  @BeforeAll
  static void start() {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory"), AdapterSpec.of("graphlike"))));
    caller = Caller.of(service.config().socket());
  }

  @AfterAll
  static void stop() {
    assertThat(service.stop()).isTrue();
  }

  private static JsonNode cypher(String statement) throws IOException {
    String body = "{\"statement\":\"" + statement + "\",\"parameters\":{\"a\":[1,null,2.5]}}";
    return caller.post("/v1/cypher", body).json();
  }

  @Test
  void writesRowsWithEveryValueType() throws IOException {
    JsonNode answer = cypher("RETURN 1");
    assertThat(answer.path("columns")).hasSize(2);
    assertThat(answer.at("/rows/0/0/properties/bytes/base64").asText()).isEqualTo("AQ==");
    assertThat(answer.at("/rows/0/1/a").toString()).isEqualTo("[1,null,2.5]");
    assertThat(answer.path("complete").asBoolean()).isTrue();
    assertThat(cypher("MANY").path("rows")).hasSize(1000);
  }

  @Test
  void reportsErrorAfterFirstRows() throws IOException {
    JsonNode answer = cypher("BREAK");
    assertThat(answer.path("rows")).hasSize(1);
    assertThat(answer.at("/error/code").asText()).isEqualTo("LIMIT_REACHED");
    assertThat(answer.has("complete")).isFalse();
    assertThat(cypher("WRONG").path("status").asInt()).isEqualTo(400);
  }

  @Test
  void closesConnectionOfPartialAnswer() throws IOException {
    Service small =
        Service.start(
            ServiceConfig.of(temp.resolve("small"))
                .withAdapters(List.of(AdapterSpec.of("memory")))
                .withLimits(Limits.withAnswerBytes(100_000)));
    try {
      Caller asker = Caller.of(small.config().socket());
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < 3000; i++) {
        lines.append("{\"op\":\"object\",\"path\":\"/many/%d\"}\n".formatted(i));
      }
      asker.post("/v1/operations", lines.toString());
      assertThat(asker.get("/v1/names?pattern=/many/&limit=100").status()).isEqualTo(200);
      assertThatThrownBy(() -> asker.get("/v1/names?pattern=/many/&limit=5000"))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("cut off");
    } finally {
      small.stop();
    }
    Service tiny =
        Service.start(
            ServiceConfig.of(temp.resolve("tiny"))
                .withAdapters(List.of(AdapterSpec.of("memory")))
                .withLimits(Limits.withAnswerBytes(1024)));
    try {
      Reply reply = Caller.of(tiny.config().socket()).get("/v1/openapi.yaml");
      assertThat(reply.status()).isEqualTo(422);
      assertThat(reply.json().path("detail").asText()).contains("limits.answer-bytes");
    } finally {
      tiny.stop();
    }
  }

  @Test
  void tailsCountersAndOperations() throws IOException {
    try (SocketChannel channel = caller.connect()) {
      channel.write(
          ByteBuffer.wrap(
              "GET /v1/tail?operations=true HTTP/1.1\r\nHost: x\r\n\r\n"
                  .getBytes(StandardCharsets.UTF_8)));
      BufferedReader lines =
          new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
      assertThat(until(lines, "event: counters"))
          .anyMatch(line -> line.contains("text/event-stream"));
      caller.post("/v1/operations", "{\"op\":\"object\",\"path\":\"/tail/x\"}");
      until(lines, "event: operation");
      assertThat(lines.readLine()).contains("\"reporter\":\"http\"").contains("\"object\"");
      until(lines, "event: counters");
      assertThat(lines.readLine()).contains("\"adapters\":[").contains("\"journaled\":");
    }
  }

  private static List<String> until(BufferedReader lines, String wanted) throws IOException {
    List<String> passed = new ArrayList<>();
    String line = lines.readLine();
    while (!wanted.equals(line)) {
      assertThat(line).as("the stream ended before " + wanted).isNotNull();
      passed.add(line);
      line = lines.readLine();
    }
    return passed;
  }

  @Test
  void removesTailsOfVanishedCallers() throws IOException {
    for (int i = 0; i < 40; i++) { // more than may be open at once
      try (SocketChannel channel = caller.connect()) {
        channel.write(
            ByteBuffer.wrap(
                "GET /v1/tail HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8)));
        channel.read(ByteBuffer.allocate(100));
      }
    }
    String text = caller.get("/metrics").text();
    while (!text.contains("colophon_tails 0.0")) {
      text = caller.get("/metrics").text();
    }
  }
}
