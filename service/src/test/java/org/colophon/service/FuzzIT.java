// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.report.RemoteSink;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sends malformed requests and lines, and checks that other clients lose nothing. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class FuzzIT {
  private static final int FUZZED = Effort.times(170);

  @TempDir Path temp;

  private final AtomicBoolean isOver = new AtomicBoolean();
  private final AtomicLong reported = new AtomicLong();
  private Service service;
  private Caller caller;
  private NumberedClient numbered;
  private List<Thread> healthy;

  @BeforeEach
  void start() {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory")))
                .withLimits(Limits.of(Duration.ofSeconds(5), Duration.ofSeconds(3), 8)));
    caller = Caller.of(service.config().socket());
    numbered = new NumberedClient(caller, "numbered", "/numbered");
    healthy = List.of(new Thread(this::reportNumbered), new Thread(this::reportThroughASink));
    healthy.forEach(Thread::start);
  }

  private void reportNumbered() {
    while (!isOver.get()) {
      numbered.report(20);
    }
  }

  private void reportThroughASink() {
    ServiceConnection connection = ServiceConnection.at(service.config().socket()).build();
    try (RemoteSink sink = RemoteSink.to(connection, "sink").build()) {
      long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/sink"), 0), 0);
      long file = sink.objectAt(Bytes.of("/sink"), ObjectKind.FILE, 0);
      reported.set(2);
      while (!isOver.get()) {
        sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, 1, 0);
        sink.awaitDurable(sink.flush());
        reported.incrementAndGet();
      }
    }
  }

  @AfterEach
  void losesNothing() throws Exception {
    isOver.set(true);
    for (Thread each : healthy) {
      each.join();
    }
    assertThat(acknowledged("sink")).isEqualTo(reported.get()).isGreaterThan(2);
    assertThat(acknowledged("numbered")).isEqualTo(numbered.acknowledged()).isPositive();
    var status = caller.get("/v1/status").json();
    assertThat(status.path("kernel").asText()).isEqualTo("running");
    assertThat(status.path("reported").asLong())
        .isEqualTo(status.path("refused").asLong() + status.path("accepted").asLong());
    assertThat(service.stop()).isTrue();
  }

  private long acknowledged(String source) throws IOException {
    return caller.get("/v1/sources/" + source).json().path("acknowledged").asLong();
  }

  @Test
  void answersOrClosesConnectionForAnyInput() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < FUZZED; i++) {
      byte[] request = Fuzz.request(random);
      Reply reply = caller.rawAndEnd(request);
      assertThat(reply.status())
          .as("seed %d, request %d: %s", seed, i, new String(request, StandardCharsets.ISO_8859_1))
          .isNotEqualTo(500);
    }
  }

  @Test
  void recordsLinesAroundFuzzedLines() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long line = 1;
    for (int i = 0; i < FUZZED / 100; i++) {
      byte[] lines = Fuzz.lines(random, 100);
      boolean isNumbered = random.nextBoolean();
      String path = isNumbered ? "/v1/sources/fuzzed/operations?first=" + line : "/v1/operations";
      Reply reply = caller.call("POST", path, lines);
      assertThat(reply.status())
          .as("seed %d, request %d: %s", seed, i, reply.text())
          .isEqualTo(200);
      List<Long> good = good(lines, isNumbered ? line : 1);
      assertThat(good).as("seed %d", seed).hasSizeGreaterThanOrEqualTo(50);
      assertThat(refused(reply)).as("seed %d", seed).isNotEmpty().doesNotContainAnyElementsOf(good);
      line = isNumbered ? reply.json().path("acknowledged").asLong() + 1 : line;
    }
  }

  /** Returns the line numbers of the unchanged lines. */
  private static List<Long> good(byte[] body, long first) {
    String[] lines = new String(body, StandardCharsets.ISO_8859_1).split("\n", -1);
    return IntStream.range(0, lines.length)
        .filter(i -> lines[i].equals(Fuzz.GOOD))
        .mapToObj(i -> first + i)
        .toList();
  }

  private static List<Long> refused(Reply reply) {
    List<Long> numbers = new ArrayList<>();
    reply.json().path("problems").forEach(each -> numbers.add(each.path("line").asLong()));
    return numbers;
  }
}
