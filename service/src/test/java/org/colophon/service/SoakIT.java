package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A long time in short: reporters come and go, callers are slow or vanish, and a thousand are idle;
 * what the service takes stays the same. How long is the system property {@code
 * colophon.soak.seconds}, 20 by default.
 */
@Timeout(value = 25, unit = TimeUnit.HOURS)
class SoakIT {
  private static final long NANOS =
      TimeUnit.SECONDS.toNanos(Integer.getInteger("colophon.soak.seconds", 20));
  private static final int IDLE = 1000;
  private static final long HEAP_MARGIN_BYTES = 24 << 20;

  @TempDir Path temp;

  private final Random random = new Random(1);
  private Service service;
  private Caller caller;
  private NumberedClient numbered;

  @BeforeEach
  void start() {
    service = Service.start(ServiceConfig.of(temp.resolve("store")));
    caller = Caller.of(service.config().socket());
    numbered = new NumberedClient(caller, "soak", "/soak");
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  /** What the process takes, at rest. */
  private record Usage(long heapBytes, long threads, long descriptors) {
    static Usage now() throws IOException {
      for (int i = 0; i < 3; i++) {
        System.gc();
      }
      Runtime runtime = Runtime.getRuntime();
      long threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(each -> !each.getName().startsWith("colophon-http")) // a pool that breathes
              .count();
      try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
        return new Usage(runtime.totalMemory() - runtime.freeMemory(), threads, open.count());
      }
    }
  }

  @Test
  void shouldTakeNoMoreWhenItRunsForLong() throws IOException {
    List<SocketChannel> idle = new ArrayList<>();
    long begin = System.nanoTime();
    Usage early = null;
    for (long now = begin; now - begin < NANOS || early == null; now = System.nanoTime()) {
      round(idle);
      if (early == null && now - begin > NANOS / 3) {
        early = rest(idle);
      }
    }
    Usage late = rest(idle);
    System.out.printf("soak: %s, then %s%n", early, late);
    assertThat(late.threads()).isLessThanOrEqualTo(early.threads() + 2);
    assertThat(late.descriptors()).isLessThanOrEqualTo(early.descriptors() + 20);
    assertThat(late.heapBytes()).isLessThan(early.heapBytes() + HEAP_MARGIN_BYTES);
    assertThat(caller.get("/v1/sources/soak").json().path("acknowledged").asLong())
        .isEqualTo(numbered.acknowledged());
    assertThat(caller.get("/v1/reporters").json()).isEmpty();
  }

  /** Lets go of the idle ones and waits until the service has, too. */
  private Usage rest(List<SocketChannel> idle) throws IOException {
    for (SocketChannel each : idle) {
      each.close();
    }
    idle.clear();
    String tails = caller.get("/metrics").text();
    while (!tails.contains("colophon_tails 0.0")) {
      tails = caller.get("/metrics").text();
    }
    long descriptors = Usage.now().descriptors();
    for (int calm = 0; calm < 3; calm++) { // until the closed connections are gone here, too
      caller.get("/v1/status");
      long now = Usage.now().descriptors();
      calm = now < descriptors ? 0 : calm;
      descriptors = now;
    }
    return Usage.now();
  }

  private void round(List<SocketChannel> idle) throws IOException {
    numbered.report(1 + random.nextInt(200));
    churn();
    vanish("POST /v1/operations HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n{\"op\":");
    vanish("GET /v1/tail?operations HTTP/1.1\r\nHost: x\r\n\r\n");
    vanish("GET /v1/names?pattern=/&limit=100000 HTTP/1.1\r\nHost: x\r\n\r\n");
    assertThat(caller.get("/v1/lineage?target=/soak&depth=2").status()).isEqualTo(200);
    while (idle.size() < IDLE) {
      idle.add(caller.connect());
    }
    for (int i = 0; i < 10; i++) { // some go, others come in their place
      idle.remove(random.nextInt(idle.size())).close();
    }
  }

  private void churn() throws IOException {
    Reply attached =
        caller.post("/v1/reporters", "{\"reporter\":\"ticker\",\"options\":{\"name\":\"soak\"}}");
    assertThat(attached.status()).as(attached.text()).isEqualTo(201);
    String id = attached.json().path("id").asText();
    assertThat(caller.call("DELETE", "/v1/reporters/" + id, new byte[0]).status()).isEqualTo(200);
  }

  /** Asks for something and goes away, sometimes after having read a little. */
  private void vanish(String request) throws IOException {
    try (SocketChannel channel = caller.connect()) {
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
      if (random.nextBoolean() && request.startsWith("GET")) {
        channel.read(ByteBuffer.allocate(100));
      }
    }
  }
}
