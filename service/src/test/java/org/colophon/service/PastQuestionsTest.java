// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests queries to a lagging adapter. Queries about times that it already has do not wait. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PastQuestionsTest {
  private static final String COPY =
      """
      {"op":"process","id":"p","pid":1,"executable":"/bin/cp"}
      {"op":"read","process":"p","path":"/%1$s/a"}
      {"op":"write","process":"p","path":"/%1$s/b"}
      """;

  @TempDir private Path temp;

  private Service service;
  private Caller caller;

  @BeforeEach
  void start() {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("held")))
                .withLimits(Limits.withRequestTime(Duration.ofSeconds(2))));
    caller = Caller.of(service.config().socket());
  }

  @AfterEach
  void stop() {
    assertThat(service.stop()).isTrue();
  }

  /** Records operations in a directory. Returns the last LSN. */
  private long record(String directory) throws IOException {
    return caller.post("/v1/operations", COPY.formatted(directory)).json().path("lastLsn").asLong();
  }

  private Reply lineage(String target, String asOf) throws IOException {
    return caller.get("/v1/lineage?target=" + target + asOf);
  }

  @Test
  void answersQueryAsOfPastWhileAdapterIsBehind() throws IOException {
    long first = record("first");
    long second = record("second");
    assertThat(lineage("/second/b", "").status()).isEqualTo(200);
    Instant before = Instant.now();
    HeldFactory.GATE.lock();
    try {
      long third = record("third");

      Reply past = lineage("/first/b", "&as-of=" + first);
      assertThat(past.status()).isEqualTo(200);
      assertThat(past.text()).contains("/first/a").doesNotContain("/second/");
      assertThat(caller.get("/v1/lsn?as-of=" + first).json().path("lsn").asLong()).isEqualTo(first);
      List<CompletableFuture<Reply>> late = // at the same time, since each waits for its limit
          Stream.of("", "&as-of=" + second, "&as-of=" + third, "&as-of=" + before, "&as-of=later")
              .map(
                  asOf ->
                      CompletableFuture.supplyAsync(
                          () -> query("/second/b", asOf), PastQuestionsTest::startThread))
              .toList();
      for (CompletableFuture<Reply> each : late) {
        assertThat(code(each.join())).isEqualTo("LIMIT_REACHED");
      }
    } finally {
      HeldFactory.GATE.unlock();
    }
    assertThat(lineage("/third/b", "").text()).contains("/third/a");
    assertThat(lineage("/second/b", "&as-of=" + before).status()).isEqualTo(200);
    assertThat(code(lineage("/second/b", "&as-of=later"))).isEqualTo("BAD_REQUEST");
  }

  /** Pruning must not stop low-priority threads for long. */
  @Test
  void waitsForRunningQueryBeforePruning() throws Exception {
    await(() -> !service.backgroundThreads().isHeld());
    HeldFactory.GATE.lock();
    try {
      record("first");
      CompletableFuture<Reply> asking = CompletableFuture.supplyAsync(() -> query("/first/b", ""));

      await(() -> service.backgroundThreads().isHeld() || asking.isDone());

      assertThat(asking).isNotDone();
    } finally {
      HeldFactory.GATE.unlock();
    }
    await(() -> !service.backgroundThreads().isHeld());
  }

  private static void startThread(Runnable body) {
    new Thread(body, "question").start();
  }

  private Reply query(String target, String asOf) {
    try {
      return lineage(target, asOf);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static String code(Reply reply) {
    JsonNode problem = reply.json();
    return problem.path("code").asText();
  }
}
