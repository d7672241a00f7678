// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.VerifyConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service finds damage that no question meets. */
@Timeout(60)
class ScrubbingTest {
  private static final VerifyConfig OFTEN = new VerifyConfig(1L << 40, Duration.ofMillis(20));

  @TempDir private Path temp;

  private Service start(VerifyConfig verify) {
    return Service.start(
        ServiceConfig.of(temp.resolve("store"))
            .withAdapters(List.of(AdapterSpec.of("rocksdb")))
            .withVerify(verify));
  }

  private static JsonNode await(Caller caller, Predicate<JsonNode> condition) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
    JsonNode found = caller.get("/v1/status").json().path("verify");
    while (!condition.test(found)) {
      assertThat(System.nanoTime()).as("timed out: " + found).isLessThan(deadline);
      LockSupport.parkNanos(5_000_000);
      found = caller.get("/v1/status").json().path("verify");
    }
    return found;
  }

  private static boolean hasEnded(JsonNode verify) {
    return verify.path("ended").isTextual();
  }

  private void flipByteOfLargestTable() throws IOException {
    try (Stream<Path> files = Files.list(temp.resolve("store/rocksdb"))) {
      Path table =
          files
              .filter(each -> each.toString().endsWith(".sst"))
              .max((one, other) -> Long.compare(one.toFile().length(), other.toFile().length()))
              .orElseThrow();
      byte[] bytes = Files.readAllBytes(table);
      bytes[9] ^= 0x10;
      Files.write(table, bytes);
    }
  }

  @Test
  void reportsDamageThatNoQuestionMet() throws Exception {
    Service whole = start(OFTEN);
    Caller caller = Caller.of(whole.config().socket());
    caller.post("/v1/operations", "{\"op\":\"process\"}");
    JsonNode verify = await(caller, ScrubbingTest::hasEnded);
    assertThat(verify.path("damages")).isEmpty();
    assertThat(verify.path("bytes").asLong()).isPositive();
    assertThat(caller.get("/v1/status?format=text").text()).contains("nothing is damaged");
    assertThat(whole.stop()).isTrue();

    flipByteOfLargestTable();
    Service damaged = start(OFTEN);
    try {
      caller = Caller.of(damaged.config().socket());
      verify = await(caller, each -> each.path("damages").size() > 0);

      assertThat(verify.path("damages").toString()).contains(".sst", "rebuild");
      assertThat(caller.get("/v1/status?format=text").text()).contains("1 damaged");
      assertThat(caller.get("/healthz").text()).startsWith("degraded\n");
      assertThat(caller.get("/metrics").text())
          .contains("\ncolophon_verify_damages 1.0\n")
          .doesNotContain("\ncolophon_verify_last_timestamp_seconds 0.0\n");
    } finally {
      damaged.stop();
    }
  }

  @Test
  void neverVerifiesAtRateZero() throws IOException {
    Service service = start(new VerifyConfig(0, Duration.ofMillis(20)));
    try {
      Caller caller = Caller.of(service.config().socket());
      assertThat(caller.get("/v1/status?format=text").text()).contains("verify.rate is 0");
      assertThat(hasEnded(caller.get("/v1/status").json().path("verify"))).isFalse();
    } finally {
      service.stop();
    }
  }

  @Test
  void endsSlowPassWithService() throws IOException {
    Service service = start(new VerifyConfig(1, Duration.ofMillis(1)));
    Caller.of(service.config().socket()).post("/v1/operations", "{\"op\":\"process\"}");
    assertThat(verifiers()).isOne();

    assertThat(service.stop()).isTrue();

    assertThat(verifiers()).isZero();
  }

  private static long verifiers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().equals("colophon-verify"))
        .count();
  }
}
