// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ColophonException;
import org.colophon.core.host.StoreHost;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.rocksdb.RocksDbStorageAdapterFactory;
import org.colophon.testing.effort.Effort;
import org.colophon.testing.hosts.KafkaBrokers;
import org.colophon.testing.hosts.ServiceProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills brokers, a reporting service and an indexer while operations are reported. Then the indexer
 * must have the same history as the service, with all that was acknowledged.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class BrokerCrashIT {
  private static final int KILLS = Effort.times(2);

  /** Time between two questions, and between two reports: the processes share the processors. */
  private static final long PAUSE_NANOS = 20_000_000;

  private static final StoreHost WEB = new StoreHost("a".repeat(32), "web");

  @TempDir private Path directory;

  private final Random random = new Random(7);
  private final List<String> acknowledged = new ArrayList<>();
  private KafkaBrokers brokers;
  private ServiceProcess source;
  private ServiceProcess indexer;
  private volatile boolean isReporting = true;
  private volatile Throwable reportFailure;
  private final AtomicInteger reported = new AtomicInteger();

  private static String request(ServiceProcess service, ServiceRequest request) {
    try (ServiceConnection connection = service.connect();
        ServiceResponse answer = connection.exchange(request)) {
      return answer.text();
    }
  }

  private static JsonNode status(ServiceProcess service) {
    try {
      return new ObjectMapper()
          .readTree(request(service, ServiceRequest.get("/v1/status").build()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void await(BooleanSupplier condition, String what) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime())
          .as(() -> "%s: %s%n%s".formatted(what, status(source), status(indexer)))
          .isLessThan(deadline);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Reports operations until a stop is requested, and records which ones were acknowledged. */
  private void report() {
    try {
      while (isReporting) {
        reportOnce();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (Throwable e) {
      reportFailure = e;
    }
  }

  private void reportOnce() {
    int number = reported.getAndIncrement();
    String lines =
        """
        {"op":"process","id":"p%1$d","executable":"/bin/cp"}
        {"op":"read","process":"p%1$d","path":"/in/%1$d"}
        {"op":"write","process":"p%1$d","path":"/out/%1$d"}
        {"op":"exit","process":"p%1$d"}
        """
            .formatted(number);
    try {
      String answer =
          request(
              source,
              ServiceRequest.post("/v1/operations")
                  .body("application/x-ndjson", lines.getBytes(StandardCharsets.UTF_8))
                  .build());
      assertThat(answer).containsPattern("\"refused\"\\s*:\\s*0");
      acknowledged.add("/out/" + number);
    } catch (ColophonException | IllegalStateException e) {
      // killed: nothing was acknowledged
    }
  }

  @Test
  void indexerHasEachOperationOnceAndInOrder() throws Exception {
    brokers = KafkaBrokers.start(directory.resolve("kafka"), 3);
    source = ServiceProcess.publisher(directory.resolve("web"), WEB, brokers.addresses());
    indexer = ServiceProcess.indexer(directory.resolve("indexer"), brokers.addresses());
    Thread reporter = new Thread(this::report, "reporter");
    try {
      awaitIndexed();
      reporter.start();
      for (int i = 0; i < KILLS; i++) {
        int broker = random.nextInt(3);
        int before = reported.get();
        brokers.kill(broker);
        await(() -> reported.get() > before + 20, "a killed broker delays no report");
        ServiceProcess killed = i % 2 == 0 ? source : indexer;
        killed.kill();
        killed.start();
        brokers.restart(broker);
        awaitIndexed();
      }
      isReporting = false;
      reporter.join();
      assertThat(reportFailure).isNull();
      awaitIndexed();
      indexer.close();
      source.close();
      assertSameHistory();
    } finally {
      isReporting = false;
      reporter.join();
      indexer.close();
      source.close();
      brokers.close();
    }
  }

  /** Waits until the indexer has everything that the source has on disk now. */
  private void awaitIndexed() {
    long wanted = status(source).path("publish").path("durableLsn").asLong();
    await(
        () -> wanted == 0 || indexedLsn() >= wanted,
        "the indexer has LSN " + wanted + " of the source");
  }

  private long indexedLsn() {
    for (JsonNode each : status(indexer).path("index").path("hosts")) {
      if (each.path("id").asText().equals(WEB.id())) {
        boolean isStopped = !each.path("failure").asText().isEmpty(); // such as after a restart
        return isStopped ? 0 : each.path("lastLsn").asLong();
      }
    }
    return 0;
  }

  /** Compares the closed stores record by record. */
  private void assertSameHistory() {
    Path copied = directory.resolve("indexer").resolve("hosts").resolve(WEB.id());
    try (LineageReader original = reader(directory.resolve("web"));
        LineageReader copy = reader(copied)) {
      assertThat(copy.lastProcess()).isEqualTo(original.lastProcess());
      for (long id = 1; id <= original.lastProcess(); id++) {
        assertThat(copy.process(id)).isEqualTo(original.process(id));
        assertThat(operations(copy, id)).isEqualTo(operations(original, id));
      }
      assertThat(copy.lastObject()).isEqualTo(original.lastObject());
      for (long id = 1; id <= original.lastObject(); id++) {
        assertThat(copy.object(id)).isEqualTo(original.object(id));
        assertThat(copy.namesOf(id)).isEqualTo(original.namesOf(id));
      }
      assertThat(acknowledged).hasSizeGreaterThan(20 * KILLS);
      for (String each : acknowledged) {
        assertThat(copy.resolve(Bytes.of(each), Lsn.LATEST)).as(each).isPositive();
      }
    }
  }

  private static LineageReader reader(Path store) {
    return new RocksDbStorageAdapterFactory()
        .openReader(StorageConfig.at(store.resolve("rocksdb")));
  }

  private static List<String> operations(LineageReader reader, long process) {
    List<String> all = new ArrayList<>();
    reader.operations(
        process,
        0,
        (lsn, kind, by, object, bytes, nanos) ->
            all.add("%d %s %d %d %d".formatted(lsn, kind, object, bytes, nanos)));
    return all;
  }
}
