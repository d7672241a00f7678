// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.host.StoreHost;
import org.colophon.testing.hosts.KafkaBrokers;
import org.colophon.testing.hosts.ServiceProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests indexers of a topic that no longer has its first records, on a real broker. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SnapshotsIT {
  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");
  private static final int PARTITIONS = 4;
  private static final int PARTITION = KafkaLog.partition(WEB.id(), PARTITIONS);
  private static final String RUNS = "/v1/lineage?direction=descendants&target=/in&all=true";

  @TempDir private Path directory;

  private KafkaBrokers brokers;
  private Path snapshots;
  private ServiceProcess source;
  private int reported;

  @BeforeEach
  void start() throws IOException {
    brokers = KafkaBrokers.start(directory.resolve("kafka"), 1);
    new KafkaLogFactory()
        .open(
            Map.of("brokers", brokers.addresses(), "partitions", "" + PARTITIONS, "replicas", "1"))
        .writer()
        .close(); // creates the topics
    snapshots = Files.createDirectory(directory.resolve("snapshots"));
    source = ServiceProcess.publisher(directory.resolve("web"), WEB, brokers.addresses());
  }

  @AfterEach
  void stop() {
    if (source != null) {
      source.close();
    }
    brokers.close();
  }

  private ServiceProcess indexer(String name) throws IOException {
    return ServiceProcess.indexer(directory.resolve(name), brokers.addresses(), snapshots);
  }

  private static String get(ServiceProcess service, String path) {
    try (ServiceConnection connection = service.connect();
        ServiceResponse answer = connection.exchange(ServiceRequest.get(path).build())) {
      return answer.text();
    }
  }

  private static JsonNode status(ServiceProcess service) {
    try {
      return new ObjectMapper().readTree(get(service, "/v1/status"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(BooleanSupplier condition, ServiceProcess service) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(() -> "" + status(service)).isLessThan(deadline);
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** Reports runs, and waits until they are shipped. Returns their last LSN. */
  private long report(int runs) throws IOException {
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
    long lsn = status(source).path("durableLsn").asLong();
    await(() -> status(source).at("/publish/shippedLsn").asLong() >= lsn, source);
    return lsn;
  }

  private static void await(ServiceProcess indexer, String field, long lsn) {
    await(
        () -> {
          JsonNode host = status(indexer).at("/index/hosts/0");
          return host.path(field).asLong() >= lsn && host.path("failure").asText().isEmpty();
        },
        indexer);
  }

  /** Deletes the records that the snapshots cover. */
  private void deleteCoveredRecords() throws Exception {
    Path covered = snapshots.resolve("partition-" + PARTITION);
    long position = Long.parseLong(Files.readAllLines(covered).get(3));
    TopicPartition partition = new TopicPartition("colophon", PARTITION);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.addresses()))) {
      long oldest =
          admin
              .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(position)))
              .lowWatermarks()
              .get(partition)
              .get()
              .lowWatermark();
      assertThat(oldest).isEqualTo(position).isPositive();
    }
  }

  private void assertSameAnswers(ServiceProcess indexer, long lsn) {
    await(indexer, "lastLsn", lsn);
    assertThat(get(source, RUNS)).contains("/out" + (reported - 1));
    assertThat(get(indexer, RUNS + "&host=web")).isEqualTo(get(source, RUNS));
  }

  @Test
  void newAndOldIndexersAnswerLikeTheSourceAfterRecordsWereDeleted() throws Exception {
    long first = report(2);
    try (ServiceProcess old = indexer("old")) {
      assertSameAnswers(old, first);
    }
    long second = report(5);
    try (ServiceProcess writing = indexer("writing")) {
      await(writing, "snapshotLsn", second);
    }
    deleteCoveredRecords();
    long third = report(2);
    for (String name : new String[] {"new", "old"}) {
      try (ServiceProcess indexer = indexer(name)) {
        assertSameAnswers(indexer, third);
      }
    }
  }
}
