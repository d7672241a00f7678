// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that computations end whose answers nobody needs. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CancelledQuestionsTest {
  private static final int FILES = 5000;
  private static final String EXPORT = "/v1/export?format=prov-json&adapter=held";
  private static final String HEAD = " HTTP/1.1\r\nHost: x\r\n\r\n";

  @TempDir Path temp;

  private Service service;
  private Caller caller;
  private long readsOfExport;

  @BeforeEach
  void recordLargeHistory() throws IOException {
    start();
    StringBuilder operations = new StringBuilder("{\"op\":\"process\",\"id\":\"p\"}\n");
    for (int i = 0; i < FILES; i++) {
      operations.append("{\"op\":\"write\",\"process\":\"p\",\"path\":\"/f/%d\"}\n".formatted(i));
    }
    assertThat(caller.post("/v1/operations", operations.toString()).status()).isEqualTo(200);
    long before = HeldFactory.READS.get();
    assertThat(caller.get(EXPORT).status()).isEqualTo(200);
    readsOfExport = HeldFactory.READS.get() - before;
    assertThat(readsOfExport).isGreaterThan(FILES);
  }

  private void start() {
    ServiceConfig config = ServiceConfig.of(temp.resolve("store"));
    List<AdapterSpec> adapters = new ArrayList<>(config.adapters());
    adapters.add(AdapterSpec.of("held")); // in memory, so it cannot be the only one at a restart
    service = Service.start(config.withAdapters(adapters));
    caller = Caller.of(service.config().socket());
  }

  @AfterEach
  void stop() {
    HeldFactory.isSlow = false;
    assertThat(service.stop()).isTrue();
  }

  private static void send(SocketChannel channel, String target) throws IOException {
    String text = "GET " + target + HEAD;
    channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static void awaitReads(long count) {
    long until = HeldFactory.READS.get() + count;
    while (HeldFactory.READS.get() < until) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void endsComputationWhenCallerClosesConnection() throws IOException {
    HeldFactory.isSlow = true;
    long before = HeldFactory.READS.get();
    try (SocketChannel channel = caller.connect()) {
      send(channel, EXPORT);
      awaitReads(10);
    }
    while (!caller.get("/metrics").text().contains("route=\"/v1/export\",status=\"408\"")) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(HeldFactory.READS.get() - before).isLessThan(readsOfExport / 2);
  }

  @Test
  void answersRequestThatArrivesDuringComputation() throws IOException {
    HeldFactory.isSlow = true;
    try (SocketChannel channel = caller.connect()) {
      send(channel, EXPORT);
      awaitReads(10);
      send(channel, "/v1/recordings");
      awaitReads(500); // the service looks at the connection several times
      HeldFactory.isSlow = false;
      ByteArrayOutputStream answers = new ByteArrayOutputStream();
      ByteBuffer part = ByteBuffer.allocate(1 << 16);
      while (!answers.toString(StandardCharsets.ISO_8859_1).contains("\"recordings\"")) {
        assertThat(channel.read(part)).isPositive();
        answers.write(part.array(), 0, part.position());
        part.clear();
      }
    }
  }

  @Test
  void stopsDuringComputation() throws Exception {
    HeldFactory.isSlow = true;
    long before = HeldFactory.READS.get();
    CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(this::export);
    awaitReads(10);
    assertThat(service.stop()).isTrue();
    assertThat(HeldFactory.READS.get() - before).isLessThan(readsOfExport / 2);
    assertThat(reply.get().status()).isEqualTo(503);
    assertThat(reply.get().json().path("code").asText()).isEqualTo("INTERRUPTED");
    HeldFactory.isSlow = false;
    start();
    assertThat(caller.get("/v1/names?pattern=/f/&limit=9999").json().path("names")).hasSize(FILES);
    assertThat(caller.get("/healthz").text()).isEqualTo("alive\n");
  }

  private Reply export() {
    try {
      return caller.get(EXPORT);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
