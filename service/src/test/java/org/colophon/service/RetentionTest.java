// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.colophon.service.Caller.Reply;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.config.ServiceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests pruning while the service answers. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RetentionTest {
  private static final String OLD = "\"time\":\"2020-01-0%dT00:00:00Z\"";

  /** A time in the future. Such facts are never old enough to be pruned. */
  private static final String NEW = "\"time\":\"2200-01-01T00:00:00Z\"";

  @TempDir Path temp;

  private Service service;
  private Caller caller;

  private void start(Duration requestTime, RetentionConfig retention) throws IOException {
    start("memory", requestTime, retention);
  }

  private void start(String engine, Duration requestTime, RetentionConfig retention)
      throws IOException {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of(engine)))
                .withLimits(Limits.withTimes(requestTime, Duration.ofSeconds(2)))
                .withRetention(retention));
    caller = Caller.of(service.config().socket());
    copy(OLD.formatted(1), "p", "/r/a", "/r/b");
    copy(OLD.formatted(2), "q", "/r/b", "/r/c");
    copy(NEW, "r", "/r/c", "/r/d");
  }

  private void copy(String field, String process, String from, String to) throws IOException {
    String each = "{\"op\":\"%s\",\"process\":\"%s\",\"path\":\"%s\"," + field + "}%n";
    caller.post(
        "/v1/operations",
        "{\"op\":\"process\",\"id\":\"%s\",\"executable\":\"/bin/%s\",%s}%n"
                .formatted(process, process, field)
            + each.formatted("read", process, from)
            + each.formatted("write", process, to)
            + "{\"op\":\"exit\",\"process\":\"%s\",\"status\":0,%s}%n".formatted(process, field));
  }

  @AfterEach
  void stop() {
    service.stop();
  }

  private JsonNode await(Predicate<JsonNode> wanted) throws IOException {
    JsonNode now = caller.get("/v1/retention").json();
    while (!wanted.test(now)) {
      LockSupport.parkNanos(1_000_000);
      now = caller.get("/v1/retention").json();
    }
    return now;
  }

  private String statusLine() throws IOException {
    return caller
        .get("/v1/status?format=text")
        .text()
        .lines()
        .filter(line -> line.startsWith("retention "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void prunesOldFactsOnRequest() throws IOException {
    start(Duration.ofMinutes(5), RetentionConfig.KEEP_ALL);
    assertThat(statusLine()).endsWith("nothing was pruned since the start");
    assertThat(caller.post("/v1/retention", "{}").status()).isEqualTo(400);
    assertThat(caller.post("/v1/retention", "{\"age\":\"1d\",\"dryRun\":true}").status())
        .isEqualTo(202);
    JsonNode tried = await(now -> now.path("state").asText().equals("idle"));
    assertThat(tried.path("last").path("done").asBoolean()).isFalse();
    assertThat(statusLine()).contains("memory left unchanged, 20");
    assertThat(tried.path("last").path("facts").path("after").asLong())
        .isLessThan(tried.path("last").path("facts").path("before").asLong());
    caller.post("/v1/retention", "{\"age\":\"1d\"}");
    JsonNode done = await(now -> now.path("state").asText().equals("idle"));
    assertThat(done.path("last").path("done").asBoolean()).isTrue();
    assertThat(statusLine()).containsPattern("pruned [1-9][0-9]* facts of memory before LSN [1-9]");
    assertThat(caller.get("/v1/status").json().path("retention")).isEqualTo(done);
    String lineage = caller.get("/v1/lineage?target=/r/d&format=tree").text();
    assertThat(lineage).contains("/r/c", "(pruned before LSN ").doesNotContain("/bin/q");
    assertThat(caller.get("/metrics").text()).contains("colophon_retention_runs_total 1");
  }

  @Test
  void preservesOldContentForRunningQueries() throws Exception {
    start("graphlike", Duration.ofMinutes(5), RetentionConfig.KEEP_ALL);
    AtomicReference<Reply> held = new AtomicReference<>();
    Thread asking = new Thread(() -> held.set(hold()));
    GraphlikeFactory.GATE.lock();
    try {
      asking.start();
      while (!GraphlikeFactory.GATE.hasQueuedThreads()) {
        LockSupport.parkNanos(1_000_000);
      }
      caller.post("/v1/retention", "{\"age\":\"1d\"}");
      await(now -> now.path("state").asText().equals("leaving"));
      assertThat(statusLine())
          .contains("pruning graphlike: done, except for queries that still read the old content");
      assertThat(caller.post("/v1/retention", "{\"age\":\"1d\"}").status()).isEqualTo(409);
      copy(NEW, "s", "/r/d", "/r/e"); // later queries read the new content
      assertThat(caller.get("/v1/lineage?target=/r/e&format=tree").text()).contains("/r/c");
      assertThat(caller.get("/v1/retention").json().path("state").asText()).isEqualTo("leaving");
    } finally {
      GraphlikeFactory.GATE.unlock();
    }
    await(now -> now.path("state").asText().equals("idle"));
    asking.join();
    assertThat(held.get().status()).isEqualTo(200);
  }

  private Reply hold() {
    try {
      return caller.post("/v1/cypher", "{\"statement\":\"HOLD\"}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void endsWaitingPruningAtStop() throws Exception {
    start("graphlike", Duration.ofMinutes(5), RetentionConfig.KEEP_ALL);
    Thread asking = new Thread(this::hold);
    GraphlikeFactory.GATE.lock();
    try {
      asking.start();
      while (!GraphlikeFactory.GATE.hasQueuedThreads()) {
        LockSupport.parkNanos(1_000_000);
      }
      caller.post("/v1/retention", "{\"age\":\"1d\"}");
      await(now -> now.path("state").asText().equals("leaving"));
      service.stop();
    } finally {
      GraphlikeFactory.GATE.unlock();
    }
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void prunesAgainAfterError() throws IOException {
    start("graphlike", Duration.ofMinutes(5), RetentionConfig.KEEP_ALL);
    GraphlikeFactory.TROUBLE.set(new OutOfMemoryError("in a test"));
    caller.post("/v1/retention", "{\"age\":\"1d\"}");
    JsonNode failed = await(now -> now.path("state").asText().equals("idle"));
    assertThat(failed.path("failure").asText()).contains("OutOfMemoryError: in a test");
    caller.post("/v1/retention", "{\"age\":\"1d\"}");
    JsonNode done = await(now -> now.path("state").asText().equals("idle"));
    assertThat(done.path("failure").asText()).isEmpty();
    assertThat(done.path("last").path("done").asBoolean()).isTrue();
  }

  @Test
  void explainsBadRequest() throws IOException {
    start(Duration.ofSeconds(4), RetentionConfig.KEEP_ALL);
    for (String body :
        List.of(
            "{\"age\":\"1s\"}",
            "{\"age\":\"soon\"}",
            "{\"size\":\"much\"}",
            "{\"age\":\"1d\",\"keepMatching\":\"x\"}",
            "{\"age\":\"1d\",\"share\":7}",
            "{\"olderThan\":\"1d\"}")) {
      assertThat(caller.post("/v1/retention", body).status()).as(body).isEqualTo(400);
    }
    caller.post("/v1/retention", "{\"age\":\"1d\",\"keepSnapshots\":[\"none\"]}");
    JsonNode failed = await(now -> !now.path("failure").asText().isEmpty());
    assertThat(statusLine()).contains("failed: there is no snapshot 'none'");
    assertThat(failed.path("failure").asText()).contains("there is no snapshot 'none'");
  }

  @Test
  void usesConfigurationForEmptyRequest() throws IOException {
    start(
        Duration.ofSeconds(1),
        new RetentionConfig(Optional.of(Duration.ofDays(1)), 0, List.of(), List.of("/r/c")));
    assertThat(caller.post("/v1/retention", "{}").status()).isEqualTo(202);
    JsonNode done = await(now -> now.path("state").asText().equals("idle"));
    assertThat(done.path("last").path("cutLsn").asLong()).isPositive();
    assertThat(caller.get("/v1/lineage?target=/r/d&format=tree").text())
        .contains("/r/a")
        .doesNotContain("pruned");
  }
}
