// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests slow, vanished, numerous and malformed callers, and their effect on other callers. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LimitsTest {
  private static final int SLOW_READERS = 20;

  @TempDir static Path temp;

  private static Service service;
  private static Caller caller;

  @BeforeAll
  static void start() {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory")))
                .withLimits(Limits.of(Duration.ofSeconds(5), Duration.ofSeconds(3), 2)));
    caller = Caller.of(service.config().socket());
  }

  @AfterAll
  static void stop() {
    assertThat(service.stop()).isTrue();
  }

  @AfterEach
  void staysHealthyAfterwards() throws IOException {
    assertThat(caller.get("/readyz").status()).isEqualTo(200);
    assertThat(caller.post("/v1/operations", "{\"op\":\"process\"}").status()).isEqualTo(200);
  }

  private static void send(SocketChannel channel, String text) throws IOException {
    channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void servesDespiteThousandIdleConnections() throws IOException {
    List<SocketChannel> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 1000; i++) {
        idle.add(caller.connect());
      }
      long before = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        staysHealthyAfterwards();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
    } finally {
      for (SocketChannel each : idle) {
        each.close();
      }
    }
  }

  @Test
  void rejectsRequestsAboveLimit() throws IOException {
    String head =
        "POST /v1/operations HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"op\":\"process\"}\n";
    try (SocketChannel one = caller.connect();
        SocketChannel other = caller.connect()) {
      send(one, head);
      send(other, head);
      Reply reply = caller.post("/v1/operations", "");
      while (reply.status() == 200) { // until the service handles both
        reply = caller.post("/v1/operations", "");
      }
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.header("Retry-After")).isEqualTo("1");
      assertThat(reply.json().path("code").asText()).isEqualTo("OVERLOADED");
      assertThat(caller.get("/v1/status").status()).isEqualTo(200);
      assertThat(caller.get("/v1/snapshots").status()).isEqualTo(200);
    }
    awaitPlaces();
  }

  /** Waits until the service has released the slots of vanished callers. */
  private static void awaitPlaces() throws IOException {
    while (caller.post("/v1/operations", "").status() == 503) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void answersOthersWhileManyCallersDoNotRead() throws IOException {
    StringBuilder operations = new StringBuilder("{\"op\":\"process\",\"id\":\"p\"}\n");
    for (int i = 0; i < 2000; i++) { // far more than fits into a connection's buffers
      String path = "/slow/" + i + "x".repeat(1000);
      operations.append("{\"op\":\"write\",\"process\":\"p\",\"path\":\"%s\"}\n".formatted(path));
    }
    assertThat(caller.post("/v1/operations", operations.toString()).json().path("accepted").asInt())
        .isEqualTo(2001);
    List<SocketChannel> slow = new ArrayList<>();
    try {
      for (int i = 0; i < SLOW_READERS; i++) {
        SocketChannel channel = caller.connect();
        slow.add(channel);
        send(channel, "GET /v1/export?format=prov-json HTTP/1.1\r\nHost: x\r\n\r\n");
        ByteBuffer begin = ByteBuffer.allocate(12);
        while (begin.hasRemaining() && channel.read(begin) >= 0) {}
        assertThat(new String(begin.array(), StandardCharsets.ISO_8859_1))
            .isEqualTo("HTTP/1.1 200");
      }
      assertThat(caller.get("/v1/snapshots").status()).isEqualTo(200);
      staysHealthyAfterwards();
    } finally {
      for (SocketChannel each : slow) {
        each.close();
      }
    }
  }

  @Test
  void answersSilentCaller() throws IOException {
    try (SocketChannel channel = caller.connect()) {
      send(channel, "POST /v1/operations HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{");
      ByteBuffer answer = ByteBuffer.allocate(4096);
      channel.read(answer);
      assertThat(new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 408")
          .contains("limits.idle-time");
    }
  }

  @Test
  void recordsLinesBeforeCallerVanished() throws IOException {
    try (SocketChannel channel = caller.connect()) {
      send(
          channel,
          "POST /v1/operations HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n"
              + "{\"op\":\"object\",\"path\":\"/vanished/x\"}\n{\"op\":\"obj");
    }
    awaitPlaces();
    while (caller.get("/v1/names?pattern=/vanished/").json().path("names").isEmpty()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void rejectsLongBodiesAndHeaders() throws IOException {
    Reply body = caller.post("/v1/snapshots", " ".repeat((1 << 20) + 1));
    assertThat(body.status()).isEqualTo(413);
    Reply deep =
        caller.post("/v1/snapshots", "{\"name\":" + "[".repeat(150) + "]".repeat(150) + "}");
    assertThat(deep.status()).isEqualTo(400);
    assertThat(deep.json().path("detail").asText()).contains("not JSON", "depth");
    Reply header = caller.with("X-Long", "x".repeat(20_000)).get("/v1/status");
    assertThat(header.status()).isEqualTo(431);
    assertThat(header.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(caller.get("/v1/lineage?target=" + "x".repeat(20_000)).status()).isIn(414, 431);
    Reply line =
        caller.post(
            "/v1/operations", "{\"op\":\"" + "x".repeat(2 << 20) + "\"}\n{\"op\":\"process\"}");
    assertThat(line.json().path("accepted").asInt()).isEqualTo(1);
    assertThat(line.json().at("/problems/0/problem").asText()).contains("over 1048576 bytes");
  }
}
