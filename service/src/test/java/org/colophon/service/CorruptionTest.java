// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.RetentionConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.health.CorruptionLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks that damage of stored data appears in the service's health, metrics and log. */
@Timeout(60)
class CorruptionTest {
  private static final String DAMAGE = "block checksum mismatch in /s/000012.sst offset 4096";

  @TempDir private Path temp;

  private HeardLog log;
  private Service service;
  private Caller caller;

  @BeforeEach
  void start() {
    log = new HeardLog(CorruptionLog.class.getName());
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("graphlike")))
                .withRetention(RetentionConfig.KEEP_ALL));
    caller = Caller.of(service.config().socket());
  }

  @AfterEach
  void stop() {
    GraphlikeFactory.TROUBLE.set(null);
    log.close();
    assertThat(service.stop()).isTrue();
  }

  private static void damageNextAnswer() {
    GraphlikeFactory.TROUBLE.set(new ColophonException(ErrorCode.STORE_CORRUPT, DAMAGE));
  }

  private void requireDegraded() throws IOException {
    assertThat(caller.get("/healthz").status()).isEqualTo(200);
    assertThat(caller.get("/healthz").text()).startsWith("degraded\n").contains(DAMAGE);
    assertThat(caller.get("/metrics").text()).contains("\ncolophon_corruption_total 1.0\n");
    assertThat(log.messages()).singleElement().asString().contains("SEVERE", DAMAGE);
  }

  @Test
  void degradesHealthWhenAnswerFindsDamage() throws IOException {
    assertThat(caller.get("/healthz").text()).startsWith("alive\n");
    damageNextAnswer();

    assertThat(caller.get("/v1/store").json().path("code").asText()).isEqualTo("STORE_CORRUPT");

    requireDegraded();
    assertThat(caller.get("/v1/status").json().path("warnings").toString()).contains(DAMAGE);
  }

  @Test
  void degradesHealthWhenRetentionFindsDamage() throws Exception {
    caller.post("/v1/operations", "{\"op\":\"process\"}");
    damageNextAnswer();

    caller.post("/v1/retention", "{\"age\":\"1d\"}");

    await(() -> !log.messages().isEmpty());
    requireDegraded();
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("timed out").isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void staysHealthyAfterOtherFailuresOfQueries() throws IOException {
    GraphlikeFactory.TROUBLE.set(new ColophonException(ErrorCode.IO_FAILED, "a broken disk"));

    assertThat(caller.get("/v1/store").status()).isEqualTo(500);

    assertThat(caller.get("/healthz").text()).startsWith("alive\n");
    assertThat(caller.get("/metrics").text()).contains("\ncolophon_corruption_total 0.0\n");
  }

  @Test
  void countsCorruptAdapterOnceUntilItIsReplaced() {
    CorruptionLog corruption = new CorruptionLog();
    corruption.check("", List.of(adapter(true)));
    corruption.check("", List.of(adapter(true)));
    assertThat(corruption.count()).isEqualTo(1);
    assertThat(corruption.warnings())
        .singleElement()
        .asString()
        .contains("adapter rocksdb: ", DAMAGE);

    corruption.check("", List.of(adapter(false)));
    corruption.check("", List.of(adapter(true)));

    assertThat(corruption.count()).isEqualTo(2);
  }

  @Test
  void countsCorruptAdapterOnceThoughAdapterOfAnotherHostIsWhole() {
    CorruptionLog corruption = new CorruptionLog();
    for (int tick = 0; tick < 3; tick++) {
      corruption.check("", List.of(adapter(true)));
      corruption.check("lab2", List.of(adapter(false)));
    }

    assertThat(corruption.count()).isEqualTo(1);
  }

  private static AdapterStatus adapter(boolean isCorrupt) {
    AdapterState state = isCorrupt ? AdapterState.FAILED : AdapterState.RUNNING;
    return new AdapterStatus(
        "rocksdb", state, 0, 0, 0, 0, 0, 0, 0, 0, isCorrupt ? DAMAGE : "", isCorrupt);
  }
}
