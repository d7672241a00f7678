// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.core.host.StoreHost;
import org.colophon.testing.hosts.KafkaBrokers;
import org.colophon.testing.hosts.ServiceProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills one of two indexers with standbys on a real broker. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StandbyIT {
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");
  private static final String RUNS = "/v1/lineage?direction=descendants&target=/in&all=true";
  private static final String EVERYWHERE = "/v1/find?name=/out*&all-hosts=true";

  /** Ten seconds after the session of a killed indexer has ended. */
  private static final long MOST_MILLIS = 6_000 + 10_000;

  @TempDir private Path directory;

  private KafkaBrokers brokers;
  private ServiceProcess source;
  private ServiceProcess active;
  private ServiceProcess standby;
  private int reported;

  @BeforeEach
  void start() throws IOException {
    brokers = KafkaBrokers.start(directory.resolve("kafka"), 1);
    new KafkaLogFactory()
        .open(Map.of("brokers", brokers.addresses(), "partitions", "4", "replicas", "1"))
        .writer()
        .close(); // creates the topics
    source = ServiceProcess.publisher(directory.resolve("web"), WEB, brokers.addresses());
    Path token = directory.resolve("token");
    Files.writeString(token, "0123456789abcdef0123456789abcdef\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    int one = freePort();
    int two = freePort();
    active =
        ServiceProcess.standby(directory.resolve("index-1"), brokers.addresses(), token, one, two);
    standby =
        ServiceProcess.standby(directory.resolve("index-2"), brokers.addresses(), token, two, one);
  }

  @AfterEach
  void stop() {
    for (ServiceProcess each : new ServiceProcess[] {active, standby, source}) {
      if (each != null) {
        each.close();
      }
    }
    brokers.close();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String get(ServiceProcess service, String path) {
    try (ServiceConnection connection = service.connect();
        ServiceResponse answer = connection.exchange(ServiceRequest.get(path).build())) {
      return answer.text();
    }
  }

  private static JsonNode json(ServiceProcess service, String path) {
    try {
      return new ObjectMapper().readTree(get(service, path));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(BooleanSupplier condition, ServiceProcess... shown) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime())
          .as(() -> List.of(shown).stream().map(each -> json(each, "/v1/status")) + "")
          .isLessThan(deadline);
      LockSupport.parkNanos(20_000_000);
    }
  }

  private void report(int runs) throws IOException {
    for (int i = 0; i < runs; i++) {
      String lines =
          """
          {"op":"process","id":"p%1$d","executable":"/bin/cp"}
          {"op":"read","process":"p%1$d","path":"/in"}
          {"op":"write","process":"p%1$d","path":"/out%1$d"}
          {"op":"exit","process":"p%1$d"}
          """
              .formatted(reported++);
      try (ServiceConnection connection = source.connect();
          ServiceResponse answer =
              connection.exchange(
                  ServiceRequest.post("/v1/operations")
                      .body("application/x-ndjson", lines.getBytes(StandardCharsets.UTF_8))
                      .build())) {
        assertThat(answer.text()).containsPattern("\"refused\"\\s*:\\s*0");
      }
    }
  }

  private static JsonNode copy(ServiceProcess indexer) {
    return json(indexer, "/v1/status").at("/index/hosts/0");
  }

  private boolean hasAll(ServiceProcess indexer) {
    JsonNode copy = copy(indexer);
    return copy.path("lastLsn").asLong() >= json(source, "/v1/status").path("durableLsn").asLong()
        && copy.path("failure").asText("none").isEmpty();
  }

  /** Waits until both indexers have all, and finds out their roles. */
  private void awaitBoth() {
    await(() -> hasAll(active) && hasAll(standby), active, standby);
    await(
        () -> copy(active).path("standby").asBoolean() != copy(standby).path("standby").asBoolean(),
        active,
        standby);
    if (copy(active).path("standby").asBoolean()) {
      ServiceProcess other = active;
      active = standby;
      standby = other;
    }
  }

  /** Returns whether an indexer answers completely, as the source does, and nothing twice. */
  private boolean answersLikeSource(ServiceProcess indexer) {
    try {
      if (!get(indexer, RUNS + "&host=web").equals(get(source, RUNS))) {
        return false;
      }
      try (ServiceConnection connection = indexer.connect();
          ServiceResponse answer = connection.exchange(ServiceRequest.get(EVERYWHERE).build())) {
        String found = answer.text();
        return answer.remarks().stream().noneMatch(each -> each.startsWith("incomplete"))
            && Pattern.compile("/out[0-9]+\\b").matcher(found).results().count() == reported;
      }
    } catch (ColophonException e) {
      return false; // the killed indexer does not answer
    }
  }

  private void assertOneRowWithStandby(ServiceProcess indexer) {
    await(
        () -> {
          JsonNode hosts = json(indexer, "/v1/hosts");
          int rows = 0;
          int standbys = 0;
          for (JsonNode each : hosts) {
            boolean isWeb = each.path("id").asText().equals(WEB.id());
            rows += isWeb ? 1 : 0;
            standbys += isWeb ? each.path("standbys").size() : 0;
          }
          return rows == 1 && standbys == 1;
        },
        indexer);
  }

  @Test
  void standbyAnswersAfterActiveIndexerIsKilled() throws Exception {
    report(3);
    awaitBoth();
    await(() -> answersLikeSource(active) && answersLikeSource(standby), active, standby);
    assertOneRowWithStandby(active);
    assertOneRowWithStandby(standby);
    assertThat(get(standby, "/v1/status?format=text")).containsPattern("host web .*, standby");

    active.kill();
    long killed = System.nanoTime();
    await(() -> answersLikeSource(standby), standby);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed);
    System.out.println("the standby answers after " + millis + " ms");
    assertThat(millis).isLessThan(MOST_MILLIS);
    report(3);
    await(() -> hasAll(standby) && answersLikeSource(standby), standby);
    await(() -> !copy(standby).path("standby").asBoolean(), standby); // the group has noticed

    active.start();
    report(3);
    awaitBoth();
    await(() -> answersLikeSource(active) && answersLikeSource(standby), active, standby);
    assertOneRowWithStandby(active);
    assertOneRowWithStandby(standby);
  }
}
