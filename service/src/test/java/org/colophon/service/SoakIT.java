// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.ServiceConfig;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A short soak test. Checks that the service's use of resources stays constant while reporters
 * start and end, callers are slow or vanish, and a thousand connections are idle. Measures six
 * times, with the heap after a garbage collection.
 */
@Timeout(value = 25, unit = TimeUnit.HOURS)
class SoakIT {
  private static final long NANOS = Effort.duration(Duration.ofSeconds(5)).toNanos();
  private static final int LOOKS = 6;
  private static final int IDLE = 1000;
  private static final int SLOW = 20;

  /** Number of measurements at the beginning and at the end that are compared. */
  private static final int SETTLED = 3;

  /** Maximum number of table files: six column families, each with a few dozen unmerged files. */
  private static final long MAX_TABLES = 400;

  private static final long HEAP_MARGIN_BYTES = 24 << 20;

  @TempDir Path temp;

  private final Random random = new Random(1);
  private final List<SocketChannel> idle = new ArrayList<>();
  private final List<SlowCaller> slow = new ArrayList<>();
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

  /** Resources of the idle process. */
  private record Usage(
      long seconds, long rounds, long heapBytes, long threads, long descriptors, long tables) {
    static Usage now(long seconds, long rounds) throws IOException {
      for (int i = 0; i < 3; i++) {
        System.gc();
      }
      Runtime runtime = Runtime.getRuntime();
      long threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(each -> !each.getName().startsWith("colophon-http")) // a pool of varying size
              .count();
      long heap = runtime.totalMemory() - runtime.freeMemory();
      return new Usage(seconds, rounds, heap, threads, openDescriptors(), openTables());
    }

    String line() {
      return "soak: %5d s %8d rounds %8.1f MiB heap after GC %5d threads %6d descriptors %4d tables"
          .formatted(seconds, rounds, heapBytes / 1048576.0, threads, descriptors, tables);
    }
  }

  private static long openDescriptors() throws IOException {
    return open(each -> !isTable(each));
  }

  private static long openTables() throws IOException {
    return open(SoakIT::isTable);
  }

  private static long open(Predicate<Path> which) throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(which).count();
    }
  }

  /**
   * Returns true for the table files of a store. They are created and merged, and have their own
   * limit.
   */
  private static boolean isTable(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().endsWith(".sst");
    } catch (IOException e) {
      return false; // the file was closed meanwhile
    }
  }

  @Test
  void usesConstantMemoryOverTime() throws IOException {
    List<Usage> looks = new ArrayList<>();
    long begin = System.nanoTime();
    for (long rounds = 1; looks.size() < LOOKS; rounds++) {
      round();
      long nanos = System.nanoTime() - begin;
      if (nanos >= (looks.size() + 1L) * (NANOS / LOOKS)) {
        rest();
        Usage now = Usage.now(TimeUnit.NANOSECONDS.toSeconds(nanos), rounds);
        System.out.println(now.line());
        looks.add(now);
      }
    }
    check(looks.subList(0, SETTLED), looks.subList(LOOKS - SETTLED, LOOKS));
    assertThat(caller.get("/v1/sources/soak").json().path("acknowledged").asLong())
        .isEqualTo(numbered.acknowledged());
    assertThat(caller.get("/v1/reporters").json()).isEmpty();
  }

  /**
   * Compares the minimum of the last measurements with the maximum of the first ones, so that noise
   * does not count as growth.
   */
  private static void check(List<Usage> early, List<Usage> late) {
    assertThat(least(late, Usage::threads)).isLessThanOrEqualTo(most(early, Usage::threads) + 2);
    assertThat(least(late, Usage::descriptors))
        .isLessThanOrEqualTo(most(early, Usage::descriptors) + 20);
    assertThat(most(late, Usage::tables)).isLessThan(MAX_TABLES);
    assertThat(least(late, Usage::heapBytes))
        .isLessThan(most(early, Usage::heapBytes) + HEAP_MARGIN_BYTES);
  }

  private static long least(List<Usage> looks, ToLongFunction<Usage> what) {
    return looks.stream().mapToLong(what).min().orElseThrow();
  }

  private static long most(List<Usage> looks, ToLongFunction<Usage> what) {
    return looks.stream().mapToLong(what).max().orElseThrow();
  }

  /** Closes the connections and waits until the service has closed them. */
  private void rest() throws IOException {
    for (SocketChannel each : idle) {
      each.close();
    }
    idle.clear();
    for (SlowCaller each : slow) {
      each.close();
    }
    slow.clear();
    String tails = caller.get("/metrics").text();
    while (!tails.contains("colophon_tails 0.0")) {
      tails = caller.get("/metrics").text();
    }
    long descriptors = openDescriptors();
    for (int calm = 0; calm < 20; calm++) { // until the closed connections are released here too
      caller.get("/v1/status");
      long now = openDescriptors();
      calm = now < descriptors ? 0 : calm;
      descriptors = now;
    }
  }

  /** Sends a request byte by byte, and reads its answer byte by byte. */
  private static final class SlowCaller {
    private final SocketChannel channel;
    private final ByteBuffer request;

    SlowCaller(SocketChannel channel, String request) throws IOException {
      this.channel = channel;
      this.request = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
      channel.configureBlocking(false);
    }

    /** Sends or reads a byte. Returns false at the end. */
    boolean step() throws IOException {
      if (request.hasRemaining()) {
        int end = request.limit();
        request.limit(request.position() + 1);
        channel.write(request);
        request.limit(end);
        return true;
      }
      return channel.read(ByteBuffer.allocate(1)) >= 0;
    }

    void close() throws IOException {
      channel.close();
    }
  }

  private void round() throws IOException {
    numbered.report(1 + random.nextInt(200));
    churn();
    vanish("POST /v1/operations HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n{\"op\":");
    vanish("GET /v1/tail?operations HTTP/1.1\r\nHost: x\r\n\r\n");
    vanish("GET /v1/names?pattern=/&limit=100000 HTTP/1.1\r\nHost: x\r\n\r\n");
    assertThat(caller.get("/v1/lineage?target=/soak&depth=2").status()).isEqualTo(200);
    while (idle.size() < IDLE) {
      idle.add(caller.connect());
    }
    for (int i = 0; i < 10; i++) { // some end, others replace them
      idle.remove(random.nextInt(idle.size())).close();
    }
    beSlow();
  }

  private void beSlow() throws IOException {
    while (slow.size() < SLOW) {
      slow.add(
          new SlowCaller(
              caller.connect(), "GET /v1/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    }
    List<SlowCaller> over = new ArrayList<>();
    for (SlowCaller each : slow) {
      try {
        if (!each.step()) {
          over.add(each);
        }
      } catch (IOException e) {
        over.add(each); // the service closed it
      }
    }
    for (SlowCaller each : over) {
      each.close();
    }
    slow.removeAll(over);
  }

  private void churn() throws IOException {
    Reply attached =
        caller.post("/v1/reporters", "{\"reporter\":\"ticker\",\"options\":{\"name\":\"soak\"}}");
    assertThat(attached.status()).as(attached.text()).isEqualTo(201);
    String id = attached.json().path("id").asText();
    assertThat(caller.call("DELETE", "/v1/reporters/" + id, new byte[0]).status()).isEqualTo(200);
  }

  /** Sends a request and disconnects. Sometimes first reads a part of the answer. */
  private void vanish(String request) throws IOException {
    try (SocketChannel channel = caller.connect()) {
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
      if (random.nextBoolean() && request.startsWith("GET")) {
        channel.read(ByteBuffer.allocate(100));
      }
    }
  }
}
